import Foundation
import TestSupport
import Testing

/// What is generated, compared with stored files, and compiled against Moonwire.
@Suite(.timeLimit(.minutes(5))) struct GenerationTests {
    @Test func everyFormIsExposedAndCompiles() throws {
        let fixture = try Fixture(forms, flags: ["-warnings-as-errors"])
        let (status, output) = try fixture.run()
        #expect(output == "Cars: wrote Cars/Exposures.swift with 14 exposures; 1 is written by hand")
        #expect(status == 0)
        let generated = String(try #require(fixture.generated).dropLast())
        #expect(try golden("Forms.txt", recording: generated) == generated)
        #expect(try fixture.compile() == [])
        #expect(try fixture.lint() == "")
    }

    @Test func aPublicTargetWithStrictFeaturesCompiles() throws {
        let features = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
        let fixture = try Fixture(
            publicForms, flags: features.flatMap { ["-enable-upcoming-feature", $0] } + ["-package-name", "cars"])
        #expect(try fixture.run().output == "Cars: wrote Cars/Exposures.swift with 2 exposures")
        let generated = String(try #require(fixture.generated).dropLast())
        #expect(try golden("PublicForms.txt", recording: generated) == generated)
        #expect(try fixture.compile() == [])
    }

    /// The symbol graph has the isolation of initializers and members there, but not that of types.
    @Test func aTargetOfTheMainActorCompiles() throws {
        let fixture = try Fixture(
            mainActorForms, flags: ["-default-isolation", "MainActor", "-warnings-as-errors"])
        #expect(try fixture.run().output == "Cars: wrote Cars/Exposures.swift with 2 exposures")
        let generated = String(try #require(fixture.generated).dropLast())
        #expect(try golden("MainActorForms.txt", recording: generated) == generated)
        #expect(try fixture.compile() == [])
    }

    @Test func whatCannotBeExposedIsListedWithReasons() throws {
        let fixture = try Fixture(refusals)
        let (status, output) = try fixture.run()
        #expect(status == 0)
        #expect(try golden("Refusals.txt", recording: output) == output)
        #expect(try fixture.compile().filter { $0.contains("Exposures.swift") } == [])
    }

    /// The compiler has the last word about what is generated.
    @Test func whatDoesNotCompileIsLeftOut() throws {
        let fixture = try Fixture(uncompiled)
        #expect(
            try fixture.run().output == """
                note: Cars/Types.swift:9: Engine.init(gear:) is not exposed, because its exposure does not compile: 'first' is \
                inaccessible due to 'private' protection level
                note: Cars/Types.swift:10: Engine.init(number:label:) is not exposed, because its exposure does not compile: call to \
                main actor-isolated global function 'number()' in a synchronous nonisolated context [#ActorIsolatedCall]
                note: Cars/Types.swift:14: Screen as any Showing is not exposed, because its exposure does not compile: main \
                actor-isolated conformance of 'Screen' to 'Showing' cannot be used in nonisolated context [#IsolatedConformances]
                Cars: wrote Cars/Exposures.swift with 2 exposures
                """)
        #expect(fixture.generated?.contains("Initializer(\"label\", body: Engine.init(label:))") == true)
        #expect(try fixture.compile() == [])
        #expect(try fixture.run(["--check"]).output.hasSuffix("Cars/Exposures.swift is up to date, with 2 exposures"))
    }

    /// The type of the property is written as its own scope names it.
    @Test func whatDoesNotCompileInTheListIsLeftOut() throws {
        let fixture = try Fixture(
            """
            import Moonwire
            struct Box<Item>: Exposed { var item: Item }
            enum Outer {
                struct Inner {}
                struct Shelf: Exposed { var box: Box<Inner> }
            }
            """)
        #expect(
            try fixture.run().output == """
                note: Box<Inner> is not in Exposures.all, because it does not compile there: cannot find type 'Inner' in scope
                Cars: wrote Cars/Exposures.swift with 2 exposures
                """)
        #expect(
            fixture.generated?.contains("= [\n        Box<Outer.Inner>.self,\n        Outer.Shelf.self,\n    ]") == true
        )
        #expect(try fixture.compile() == [])
    }

    @Test func mistakesOfCommentsAreFaults() throws {
        let fixture = try Fixture(mistakes)
        let (status, output) = try fixture.run()
        #expect(status == 1)
        #expect(try golden("Mistakes.txt", recording: output) == output)
        #expect(fixture.generated == nil)
    }

    @Test func theGuideShowsWhatIsGenerated() throws {
        let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let guide = try String(contentsOf: project.appending(path: "Documentation/ExposingTypes.md"), encoding: .utf8)
        let blocks = guide.split(separator: "```swift\n").map {
            $0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex)
        }
        let source = try #require(blocks.first { $0.contains("class Horn") })
        let exposure = try #require(blocks.first { $0.contains("extension Horn") })
        let fixture = try Fixture("import Moonwire\n\n" + source)
        #expect(try fixture.run().status == 0)
        #expect(fixture.generated?.hasSuffix("\n" + exposure) == true)
    }
}
