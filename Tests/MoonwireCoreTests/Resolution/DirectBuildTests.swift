import MoonwireCore
import MoonwireValues
import TestSupport
import Testing

/// Transient services that need no more than their initializers: what is true of every build is true of theirs.
@Suite struct DirectBuildTests {
    private static let sheet: Fields = ["count": 7, "ratio": 2, "isOn": true, "title": "longer than fifteen bytes"]

    private func container(_ definitions: Definition...) throws -> Container {
        var wiring = Wiring()
        wiring.definitions = definitions
        return try wiring.container(types: Parts.types)
    }

    private func piece(_ id: String, _ name: String, line: Int? = nil, scope: ServiceScope = .transient) -> Definition {
        service(id, "Piece", ["name": .value(.text(name))], scope: scope, line: line)
    }

    private func stack(_ lower: WiredValue, _ middle: WiredValue, _ upper: WiredValue, line: Int? = nil) -> Definition {
        service("stack", "Stack", ["lower": lower, "middle": middle, "upper": upper], scope: .transient, line: line)
    }

    @Test func directBuildPassesConstants() throws {
        let container = try container(
            service("sheet", "Sheet", Self.sheet, scope: .transient),
            service(
                "other", "Sheet", ["count": -1, "ratio": .value(.number(0.5)), "isOn": false, "title": "short"],
                scope: .transient))
        for _ in 0..<3 {
            let sheet = try container.resolve("sheet", as: Sheet.self)
            #expect(sheet.count == 7 && sheet.ratio == 2 && sheet.isOn && sheet.title == "longer than fifteen bytes")
            let other = try container.resolve("other", as: Sheet.self)
            #expect(other.count == -1 && other.ratio == 0.5 && !other.isOn && other.title == "short")
        }
    }

    @Test func directBuildPassesArgumentsInOrder() throws {
        let container = try container(
            service("sheet", "Sheet", Self.sheet, scope: .transient),
            service("one", "Sheet", Self.sheet),
            service(
                "row", "Row5",
                [
                    "first": ref("sheet"), "second": ref("one"), "title": "a text that is not short", "number": 9,
                    "third": .inline(service("", "Sheet", Self.sheet)),
                ], scope: .transient))
        let one = try container.resolve("one", as: Sheet.self)
        for _ in 0..<2 {
            let row = try container.resolve("row", as: Row5.self)
            #expect(row.second === one && row.first !== one && row.third !== one && row.first !== row.third)
            #expect(row.title == "a text that is not short" && row.number == 9 && row.third.count == 7)
        }
    }

    @Test func directBuildCreatesANewInstanceForEveryResolve() throws {
        let container = try container(service("sheet", "Sheet", Self.sheet, scope: .transient))
        let sheets: [any Titled] = [
            try container.resolve("sheet", as: Sheet.self), try container.resolve(Sheet.self),
            try container.resolve(ServiceKey<Sheet>("sheet")), try container.resolve("sheet", as: (any Titled).self),
            try container.resolve((any Titled).self),
        ]
        #expect(Set(sheets.map { ObjectIdentifier($0) }).count == sheets.count)
    }

    @Test func directBuildReleasesItsParts() throws {
        let container = try container(
            piece("part", "goes"), stack(ref("part"), ref("part"), .inline(piece("", "goes"))))
        for _ in 0..<10 { _ = try container.resolve("stack", as: Stack.self) }
        #expect(Piece.made("goes") == 30)
        #expect(Piece.left("goes") == 0)
    }

    @Test func failureInADirectBuildNamesThePathAndReleasesParts() throws {
        let container = try container(
            piece("good", "before"), piece("bad", "fails!", line: 3),
            stack(ref("good"), ref("good"), ref("bad"), line: 4))
        for _ in 0..<2 {
            #expect(
                message { try container.resolve("stack", as: Stack.self) } == """
                    test.lua:3: service "bad" could not be built: Refused()
                        needed by stack -> bad
                    """)
        }
        #expect(Piece.made("before") == 4)
        #expect(Piece.left("before") == 0)
    }

    @Test func directBuildTakesAPartOfASubclass() throws {
        let container = try container(
            piece("part", "beside"), piece("one", "one", scope: .shared), stack(ref("part"), ref("one"), ref("part")))
        let odd = try Odd(name: "odd")
        try container.supply(odd as Piece, for: "one")
        #expect(try container.resolve("stack", as: Stack.self).middle === odd)
        #expect(Piece.made("beside") == 2)
        #expect(Piece.left("beside") == 0)
    }

    @Test func mismatchInADirectBuildReleasesParts() throws {
        let container = try container(
            piece("part", "around"), piece("one", "one", scope: .shared), stack(ref("part"), ref("one"), ref("part")))
        let boxed: Piece? = try Piece(name: "boxed")
        try container.supply(boxed, for: "one")
        #expect(
            message { try container.resolve("stack", as: Stack.self) }
                == "service \"stack\": argument \"middle\" expects Piece, got Optional<Piece>")
        #expect(Piece.made("around") == 1)
        #expect(Piece.left("around") == 0)
    }

    @Test func directBuildRunsHooksOfItsParts() throws {
        let told = Collected<String>()
        var wiring = Wiring(piece("part", "hooked"), piece("plain", "plain"))
        wiring.definitions.append(stack(ref("part"), ref("plain"), ref("part")))
        wiring.services.addHook(.created("part")) { (_: Piece, info) in told.append("created \(info.path)") }
        wiring.services.addHook(.resolved("part")) { (_: Piece, _) in told.append("resolved") }
        _ = try wiring.container(types: Parts.types).resolve("stack", as: Stack.self)
        let once = ["created [\"stack\", \"part\"]", "resolved"]
        #expect(told.elements == once + once)
    }

    @Test func directBuildRecordsItsParts() throws {
        let container = try container(piece("part", "recorded"), stack(ref("part"), ref("part"), ref("part")))
        _ = try container.resolve("stack", as: Stack.self)
        let recording = container.recordBuilds()
        _ = try container.resolve("stack", as: Stack.self)
        let paths = recording.finish().events.map(\.path)
        #expect(paths == [["stack"]] + Array(repeating: ["stack", "part"], count: 3))
    }

    @Test func initializerThatResolvesItsOwnServiceThrows() throws {
        let container = try container(
            service("selfish", "Selfish", ["name": "selfish"], scope: .transient, line: 5))
        Selfish.containers.append(container)
        for _ in 0..<2 {
            #expect(
                message { try container.resolve("selfish", as: Selfish.self) }
                    == "test.lua:5: service \"selfish\" depends on itself while it is built: selfish -> selfish")
        }
    }

    @Test func directBuildUsesAnOverriddenPart() throws {
        let container = try container(piece("part", "usual"), stack(ref("part"), ref("part"), ref("part")))
        _ = try container.resolve("stack", as: Stack.self)
        try container.withOverrides {
            $0.override("part", scope: .transient) { _ in try Piece(name: "override") }
        } operation: {
            let stack = try container.resolve("stack", as: Stack.self)
            #expect(stack.upper.name == "override")
        }
        #expect(try container.resolve("stack", as: Stack.self).upper.name == "usual")
    }

    @Test func containerEndsAfterBuildsThatSucceedAndFail() throws {
        var container: Container? = try container(
            piece("kept", "kept", scope: .shared), piece("bad", "fails too!"),
            stack(ref("kept"), ref("kept"), ref("kept")))
        _ = try container?.resolve("stack", as: Stack.self)
        _ = message { try container?.resolve("bad", as: Piece.self) }
        #expect(Piece.left("kept") == 1)
        container = nil
        #expect(Piece.left("kept") == 0)
    }
}
