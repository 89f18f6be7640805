import Foundation
import Moonwire
import Testing

/// A small graph with everything that the shape of graphs has.
@Suite struct ShapeTests {
    private static let graph = Result { try Graph(file: Fixtures.folder + "/Tests/shapes.json") }

    @Test func everythingIsBuiltAsTheDataSays() throws {
        let graph = try Self.graph.get()
        let scripts = ScriptWriter.scripts(for: graph)
        let folder = try ScriptFolder(scripts)
        let real = try RealContainer(scripts, in: folder.path)
        let comparison = Comparison(Interpreter(graph)) { try real.instance($0) }
        #expect(comparison.differences == [#"expressive: expression "service('x').y()""#])
    }

    @Test func remarksListEveryDifference() throws {
        let remarks = ScriptWriter.scripts(for: try Self.graph.get()).remarks.description
        #expect(remarks == (try golden("shapes-remarks.txt", recording: remarks)))
    }

    @Test func scriptsReadLikeWrittenOnes() throws {
        let scripts = ScriptWriter.scripts(for: try Self.graph.get())
        let text = scripts.files.map { "-- \($0.path)\n\n\($0.text)\n" }.joined()
        #expect(text == (try golden("shapes.lua", recording: text)))
    }

    @Test(arguments: [
        (#"{ "services": [ { "id": "a", "colour": 1 } ] }"#, #"service "a": unknown key "colour""#),
        (
            #"{ "services": [ { "id": "a", "args": [ { "reff": "b" } ] } ] }"#,
            #"service "a": argument 1: unknown key "reff""#
        ),
        (
            #"{ "services": [ { "id": "a", "args": [ { "ref": "b", "on_invalid": "x" } ] } ] }"#,
            #"service "a": argument 1: unknown "on_invalid" "x""#
        ),
        (#"{ "services": [ { "class": "A" } ] }"#, #"service 1: it has no "id""#),
        (#"{ "services": [ { "id": "a", "public": 1 } ] }"#, #"service "a": "public" expects true or false, got 1"#),
        (#"[]"#, "the graph: expected an object, got a list"),
    ]) func whatTheShapeDoesNotHaveIsAnError(_ json: String, _ message: String) {
        #expect { try Graph(json: Data(json.utf8)) } throws: { "\($0)" == message }
    }
}
