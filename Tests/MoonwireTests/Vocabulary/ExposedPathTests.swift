import HiddenSlots
import Moonwire
import Testing

/// Key paths of exposed properties that lead to slots under other names, through other objects, and in structs: whatever a
/// script reads or assigns, the program continues.
@Suite struct ExposedPathTests {
    /// Exposes a slot under a name that is not its own, beside properties of the same type.
    class Locker: Exposed {
        @Final var number: Int
        @Final private(set) var secret: String
        @Injected var engine: Engine
        var stored = 3
        @Lazy var driver: any Driving
        @Injected("spare") var spare: Engine?
        @Final var label: String?
        // As an outlet would be declared.
        // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
        @Injected("trailer") var trailer: Car!
        var count: Int { 1 }
        var isNumbered: Bool { $number.isAssigned }

        class var exposure: Exposure {
            Exposure(Locker.self) {
                Initializer { Locker() }
                Property("number", \.number)
                Property("code", \.number)
                Property("digits", \.number.description)
                Property("engine", \.engine)
                Property("brand", \.engine.brand)
                Property("word", \.secret)
                Property("chauffeur", \.driver)
                Property("stored", \.stored)
                Property("count", \.count)
                Property("isNumbered", \.isNumbered)
                Property("reserve", \.spare!.brand)
                Property("mark", \.label!)
                Property("towed", \.trailer.wheels)
            }
        }
    }

    /// A class without slots whose objects have some.
    class Room: Exposed {
        var locker = Locker()
        weak var peer: Locker?
        var panel = Panel()
        let title = "attic"

        init() { peer = locker }

        class var exposure: Exposure {
            Exposure(Room.self) {
                Initializer { Room() }
                Property("number", \.locker.number)
                Property("peer", \.peer?.number)
                Property("brand", \.panel.e.brand)
                Property("e", \.panel.e)
                Property("length", \.title.count)
                Property("isNumbered", \.locker.isNumbered)
            }
        }
    }

    final class Cellar: Exposed {
        let locker = Locker()

        static let exposure = Exposure(Cellar.self) {
            Initializer { Cellar() }
            Property("number", \.locker.number)
        }
    }

    /// Has its objects with slots where key paths do not show which one they mean.
    final class Shed: Exposed {
        var lockers = [Locker()]
        var byName = ["a": Locker()]
        var pair = (Locker(), 1)
        lazy var spare = Locker()
        var words = ["w"]

        static let exposure = Exposure(Shed.self) {
            Initializer { Shed() }
            Property("element", \.lockers[0].number)
            Property("first", \.lockers.first?.number)
            Property("value", \.byName["a"]?.number)
            Property("member", \.pair.0.number)
            Property("lazy", \.spare.number)
            Property("brand", \.lockers[0].engine.brand)
            Property("size", \.lockers.count)
            Property("length", \.words[0].count)
            Property("isNumbered", \.lockers[0].isNumbered)
        }
    }

    /// Has beside the object with slots one that is gone, and another that shows itself as it likes.
    final class Flat: Exposed {
        final class Landlord {}

        /// Nobody may read it.
        unowned let landlord: Landlord
        let locker = Locker()
        let diary = Diary()

        init() {
            let first = Landlord()
            landlord = first
        }

        static let exposure = Exposure(Flat.self) {
            Initializer { Flat() }
            Property("number", \.locker.number)
            Property("entry", \.diary.locker.number)
        }
    }

    /// Its mirror does not show its stored property.
    final class Diary: CustomReflectable {
        let locker = Locker()

        var customMirror: Mirror { Mirror(self, children: ["locker": "closed"]) }
    }

    /// A struct with a slot.
    struct Panel: Exposed {
        @Injected var e: Engine
        @Injected var spare: Spare?
        var count: Int { 2 }

        static let exposure = Exposure(Panel.self) {
            Initializer { Panel() }
            Property("e", \.e)
            Property("spare", \.spare)
            Property("brand", \.e.brand)
            Property("count", \.count)
        }
    }

    final class Spare: Sendable {}

    /// What a function of the script says that is given a new object.
    private func said(_ type: String, _ body: String, engines: [String] = []) throws -> String {
        let services = engines.map { "service \"\($0)\" { type = \"Engine\", args = { brand = \"\($0)\" } }\n" }
            .joined()
        let container = try wire(
            """
            service "it" { factory = function() local it = \(type) {} \(body) return it end, scope = "transient" }
            \(services)
            """, types: [Locker.self, Room.self, Cellar.self, Shed.self, Flat.self, Panel.self, HiddenLocker.self])
        return message { _ = try withContainer(container) { try container.resolve("it", as: Any.self) } }
    }

    private func expect(
        _ type: String, _ body: String, says words: String, engines: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let said = try said(type, body, engines: engines)
        #expect(said.contains(words) && said.contains("container.lua:1"), "\(said)", sourceLocation: sourceLocation)
    }

    @Test func aSlotUnderAnotherNameIsReadTooEarly() throws {
        try expect(
            "Locker", "local n = it.code", says: "Locker.code: slot Locker.number was read before it was assigned")
        try expect(
            "Locker", "local n = it.word", says: "Locker.word: slot Locker.secret was read before it was assigned")
        try expect(
            "Locker", "local n = it.chauffeur",
            says: "Locker.chauffeur: slot Locker.driver cannot be filled: no service provides Driving")
    }

    @Test func aSlotUnderAnotherNameIsAssignedTwice() throws {
        try expect(
            "Locker", "it.code = 1 it.code = 2",
            says: "slot Locker.number is final and already has a value; it cannot be set to 2")
    }

    /// A slot that is exposed as it is, too.
    @Test func aKeyPathLeadsOnFromASlot() throws {
        try expect(
            "Locker", "local d = it.digits", says: "Locker.digits: slot Locker.number was read before it was assigned")
        try expect(
            "Locker", "local b = it.brand",
            says: "Locker.brand: slot Locker.engine cannot be filled: no service provides Engine")
        let reads = "it.number = 7 assert(it.digits == '7' and it.brand == 'v8')"
        #expect(try said("Locker", reads, engines: ["v8"]) == "")
    }

    @Test(arguments: ["local b = it.reserve", "local m = it.mark", "it.mark = 'x'", "local t = it.towed"])
    func anEmptySlotIsUnwrapped(body: String) throws {
        try expect("Locker", body, says: "its key path unwraps an optional with `!`")
    }

    @Test func aSlotThatHasAValueIsUnwrapped() throws {
        #expect(try said("Locker", "assert(it.reserve == 'spare')", engines: ["spare"]) == "")
    }

    @Test func propertyThatIsNotASlotStaysReadableBesideEmptySlots() throws {
        let checks =
            "assert(it.count == 1 and it.stored == 3 and not it.isNumbered) it.stored = 4 assert(it.stored == 4)"
        #expect(try said("Locker", checks, engines: ["v8"]) == "")
    }

    @Test func aSlotUnderAnotherNameIsReadWhenItHasItsValue() throws {
        #expect(
            try said("Locker", "it.code = 7 assert(it.code == 7 and it.number == 7 and it.count == 1)", engines: ["v8"])
                == "")
    }

    @Test(arguments: [("Room", "number"), ("Cellar", "number"), ("Room", "peer")])
    func aSlotOfAnotherObjectIsReadTooEarly(type: String, name: String) throws {
        try expect(
            type, "local n = it.\(name)",
            says: "\(type).\(name): slot Locker.number was read before it was assigned")
    }

    /// A read follows the key path, and does not look at other stored properties.
    @Test func otherStoredPropertiesAreNotRead() throws {
        try expect(
            "Flat", "local n = it.number", says: "Flat.number: slot Locker.number was read before it was assigned")
        #expect(try said("Flat", "it.number = 3 assert(it.number == 3)") == "")
    }

    @Test func aMirrorOfItsOwnHidesNoSlot() throws {
        try expect(
            "Flat", "local n = it.entry",
            says:
                "Flat.entry: the runtime does not know the fields of Diary, so the property may be a slot that is empty"
        )
    }

    @Test(arguments: ["element", "first", "value", "member", "lazy", "brand"])
    func aSlotOfAnElementIsNotReadByAKeyPath(name: String) throws {
        let words = """
            Shed.\(name): its key path passes through an element of a collection or a tuple, or through a lazy property, so the \
            property may be a slot that is empty
            """
        try expect("Shed", "local n = it.\(name)", says: words)
        if !["first", "value"].contains(name) {
            try expect("Shed", "it.\(name) = \(name == "brand" ? "'x'" : "1")", says: name == "brand" ? "brand" : words)
        }
    }

    @Test func keyPathThroughElementsToNoSlotIsReadable() throws {
        #expect(try said("Shed", "assert(it.size == 1 and it.length == 1 and it.isNumbered == false)") == "")
    }

    @Test(arguments: ["Room", "Cellar"]) func aSlotOfAnotherObjectIsAssignedTwice(type: String) throws {
        try expect(
            type, "it.number = 1 assert(it.number == 1) it.number = 2",
            says: "slot Locker.number is final and already has a value; it cannot be set to 2")
    }

    @Test func keyPathThroughObjectsToNoSlotStaysReadable() throws {
        #expect(try said("Room", "assert(it.length == 5 and it.isNumbered == false)") == "")
    }

    @Test(arguments: [("Panel", "e"), ("Panel", "brand"), ("Room", "brand")])
    func aSlotOfAStructThatNothingFillsIsAnError(type: String, name: String) throws {
        try expect(
            type, "local e = it.\(name)",
            says: "\(type).\(name): a slot of type Engine without an owner cannot be filled: no service provides Engine"
        )
        try expect(
            type, "local e = it.\(name)", says: "cannot be filled: 2 services provide Engine: v6, v8",
            engines: ["v6", "v8"])
    }

    /// To assign by a key path reads the former value too.
    @Test func aSlotThatNothingFillsIsAssigned() throws {
        #expect(try said("Room", "it.e = Engine { brand = 'own' } assert(it.brand == 'own')") == "")
        #expect(try said("Locker", "it.code = 3 assert(it.number == 3)", engines: ["v8"]) == "")
        #expect(try said("Room", "it.number = 3 assert(it.number == 3 and it.peer == 3)") == "")
    }

    @Test func aSlotOfAStructIsReadWhereItCanBeFilled() throws {
        #expect(
            try said("Panel", "assert(it.e.brand == 'v8' and it.brand == 'v8' and it.count == 2)", engines: ["v8"])
                == "")
        #expect(try said("Panel", "assert(it.count == 2 and it.spare == nil)") == "")
    }

    @Test(arguments: ["", "it.code = 7"]) func aSlotThatTheRuntimeDoesNotKnowIsNotReadByAKeyPath(before: String) throws
    {
        try expect(
            "HiddenLocker", "\(before) local n = it.number",
            says: """
                HiddenLocker.number: the runtime does not know the fields of HiddenLocker, so the property may be a slot that is empty
                    in service "it"
                    compile its module without `-disable-reflection-metadata`, or expose the property by `get:` and `set:`
                """)
    }

    @Test func otherPropertiesOfSuchAClassAreRead() throws {
        #expect(
            try said("HiddenLocker", "assert(it.label == 'vault' and it.half == 21) it.number = 4 assert(it.code == 4)")
                == "")
    }

    @Test func aSlotThatTheRuntimeDoesNotKnowIsReadTooEarlyByItsProjection() throws {
        try expect(
            "HiddenLocker", "local n = it.code",
            says: "HiddenLocker.code: slot HiddenLocker.? was read before it was assigned")
    }

    @Test func nothingIsInjectedWhereTheRuntimeDoesNotKnowTheFields() throws {
        let container = try wire("")
        let fault = """
            nothing can be injected into HiddenLocker: the runtime does not know its fields
                compile its module without `-disable-reflection-metadata`
            """
        #expect(message { try container.inject(into: HiddenLocker()) } == fault)
        #expect(message { _ = try wire("") { $0.registerOwner(HiddenLocker.self) } } == fault)
        #expect(message { _ = try wire("") { $0.registerOwner(HiddenShell.self) } } == "")
        #expect(message { try container.inject(into: HiddenShell()) } == "")
    }
}
