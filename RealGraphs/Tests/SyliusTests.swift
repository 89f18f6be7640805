import Foundation
import Moonwire
import Testing

/// The services of a large public program: every one of them is built as the rules of its data say.
@Suite struct SyliusTests {
    @Test func everyServiceIsBuiltAsTheDataSays() throws {
        let comparison = try compared(try ScriptFolder(try Sylius.scripts.get()))
        #expect(comparison.differences == [])
        let counts = comparison.counts.description
        #expect(counts == (try golden("counts.txt", recording: counts)))
    }

    @Test func eachEditIsSeen() throws {
        let folder = try ScriptFolder(try Sylius.scripts.get())
        try folder.replace(
            #"optional "sylius.checker.tax_rate_date_eligibility""#, with: #""always""#,
            in: "Sylius/Bundle/TaxationBundle/services.lua")
        try folder.replace(
            "priority = -300", with: "priority = -50", in: "Sylius/Bundle/ShopBundle/services/order_pay/providers.lua")
        try folder.replace(
            #"    call = { { "setLiveResponder", ref "ux.live_component.live_responder" } },\#n"#, with: "",
            in: "Sylius/Bundle/AdminBundle/services/twig/component/taxon.lua")
        let differences = try compared(folder).differences.map { $0 + "\n" }.joined()
        #expect(differences == (try golden("edits.txt", recording: differences)))
    }

    @Test func orderOfDecoratorsIsSeen() throws {
        let folder = try ScriptFolder(try Sylius.scripts.get())
        try folder.replace(
            "priority = 256", with: "priority = 257", in: "Sylius/Bundle/CurrencyBundle/services.lua")
        let differences = try compared(folder).differences.map { $0 + "\n" }.joined()
        #expect(differences == (try golden("decorators.txt", recording: differences)))
    }

    private func compared(_ folder: ScriptFolder) throws -> Comparison {
        let real = try RealContainer(try Sylius.scripts.get(), in: folder.path)
        return Comparison(try Sylius.interpreter.get()) { try real.instance($0) }
    }

    /// The graph needs what it does not define, and nothing else.
    @Test func idsFromOutsideAreReportedAndNoOthers() throws {
        let scripts = try Sylius.scripts.get()
        let folder = try ScriptFolder(scripts)
        // Without the services, with the parameters.
        let lines = try folder.text(of: GeneratedScripts.outside).split(
            separator: "\n", omittingEmptySubsequences: false)
        try folder.write(
            lines.filter { !$0.hasPrefix("service ") }.joined(separator: "\n"), to: GeneratedScripts.outside)
        let error = #expect(throws: ContainerError.self) { try RealContainer(scripts, in: folder.path) }
        let faults = (error?.diagnostics ?? []).filter { $0.severity == .fault }
        let interpreter = try Sylius.interpreter.get()
        let missing = interpreter.outsideIds.union(interpreter.outsideParents)
        let named = faults.map { fault in missing.filter { fault.message.contains("\"\($0)\"") } }
        let unnamed = missing.subtracting(named.flatMap(\.self)).sorted()
        let others = zip(faults, named).filter { !$0.message.contains("is not defined") || $1.isEmpty }.map {
            "\($0.0)"
        }
        #expect(missing.count == 214)
        #expect(unnamed == [])
        #expect(others == [])
    }

    @Test func remarksListWhatScriptsExpressInAnotherWay() throws {
        let remarks = try Sylius.scripts.get().remarks.description
        #expect(remarks == (try golden("remarks.txt", recording: remarks)))
    }

    @Test func manifestIsProportionate() throws {
        let exposures = try Sylius.scripts.get().types.exposures()
        let manifest = try TypeRegistry([], exposures: exposures).manifest()
        #expect(exposures.count == 1_131)
        // Of which most are the names of the types, and their 2,000 arguments.
        #expect(manifest.count < 300_000)
        #expect(try TypeRegistry(manifest: manifest).manifest() == manifest)
    }
}

/// The graph and what is computed from it, once for all tests.
enum Sylius {
    static let file = Fixtures.folder + "/Fixtures/sylius-container.json"
    static let graph = Result { try Graph(file: file) }
    static let scripts = graph.map { ScriptWriter.scripts(for: $0) }
    static let interpreter = graph.map { Interpreter($0) }
}
