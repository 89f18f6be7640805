import Foundation
import Moonwire
import Testing

/// Types and kinds of values of BloodMagic's properties.
@Suite struct BloodMagicValueTests {
    protocol Named: Sendable {}

    /// One property for each kind of value.
    final class Kinds {
        @Injected var int8: Int8
        @Injected var uint8: UInt8
        @Injected var int16: Int16
        @Injected var uint16: UInt16
        @Injected var int32: Int32
        @Injected var uint32: UInt32
        @Injected var int64: Int64
        @Injected var uint64: UInt64
        @Injected var int: Int
        @Injected var uint: UInt
        @Injected var float: Float
        @Injected var double: Double
        @Injected var bool: Bool
        @Injected var text: String
        @Injected var part: Part
    }

    @Test("BM-50: slots of all kinds of numbers, of strings, and of objects keep what they are given") func kinds()
        throws
    {
        let container = try Container(
            text: """
                for _, name in ipairs { "int8", "int16", "int32", "int64", "int" } do
                    inject { slot = "Kinds." .. name, value = -100 }
                end
                for _, name in ipairs { "uint8", "uint16", "uint32", "uint64", "uint" } do
                    inject { slot = "Kinds." .. name, value = 200 }
                end
                inject { slot = "Kinds.float", value = -0.5 }
                inject { slot = "Kinds.double", value = 2.25 }
                inject { slot = "Kinds.bool", value = true }
                inject { slot = "Kinds.text", value = "text" }
                inject { slot = "Kinds.part", value = inline { type = "Part", args = { name = "inline" } } }
                """, types: [Part.self], environment: .test
        ) { $0.registerOwner(Kinds.self) }
        let kinds = Kinds()
        try container.inject(into: kinds)
        #expect(
            [Int(kinds.int8), Int(kinds.int16), Int(kinds.int32), Int(kinds.int64), kinds.int]
                == Array(repeating: -100, count: 5))
        #expect(
            [UInt(kinds.uint8), UInt(kinds.uint16), UInt(kinds.uint32), UInt(kinds.uint64), kinds.uint]
                == Array(repeating: 200, count: 5))
        #expect(
            kinds.float == -0.5 && kinds.double == 2.25 && kinds.bool && kinds.text == "text"
                && kinds.part.name == "inline")
        kinds.int8 = .min
        kinds.uint64 = .max
        kinds.part = Part(name: "assigned")
        #expect(kinds.int8 == .min && kinds.uint64 == .max && kinds.part.name == "assigned")
    }

    class Base {
        @Injected var first: Part?
        @Final var serial: String?
        var plain: Part?
    }

    final class Derived: Base {
        @Injected var second: Part?
        @Lazy var third: [String]
    }

    @Test("BM-52: the slots of an owner are its own and those of its base class, not its other properties")
    func slotsOfAnOwner() throws {
        let rule = #"inject { slot = "Derived.frist", value = "x" }"#
        #expect(message { _ = try Container(text: rule, environment: .test) { $0.registerOwner(Derived.self) } } == "")
        let container = try Container(
            text: #"""
                inject { owner = "Derived", value = inline { type = "Part" } }
                inject { slot = "Derived.third", value = { "a" } }
                """#, types: [Part.self], environment: .test
        ) { $0.registerOwner(Derived.self) }
        let derived = Derived()
        try container.inject(into: derived)
        #expect(derived.first != nil && derived.second != nil && derived.third == ["a"])
        #expect(derived.plain == nil && derived.serial == nil)
    }

    @Test("BM-53: properties that are not slots are left alone, whatever their types are") func otherProperties() throws
    {
        final class Owner {
            @Injected var part: Part?
            var anything: Any?
            var handler: (any Named)?
            weak var other: Owner?
            let code: @Sendable () -> Void = {}
        }
        let container = try Container(
            text: #"inject { type = "Part", value = inline { type = "Part" } }"#, types: [Part.self], environment: .test
        ) { $0.registerOwner(Owner.self) }
        let owner = Owner()
        try container.inject(into: owner)
        #expect(owner.part != nil && owner.anything == nil && owner.handler == nil && owner.other == nil)
        #expect(remarks(of: container) == "")
    }
}
