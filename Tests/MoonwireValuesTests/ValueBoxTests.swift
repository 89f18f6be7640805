import MoonwireValues
import Testing

private final class Engine {}
private protocol Driving {}
private struct Scooter: Driving, Equatable { var wheels = 2 }

@Suite struct ValueBoxTests {
    @Test func classInstanceIsNotBoxed() {
        let engine = Engine()
        #expect(ObjectIdentifier(boxed(engine)) == ObjectIdentifier(engine))
        let same = unboxed(boxed(engine), as: Engine.self)
        #expect(same === engine)
    }

    @Test func structIsBoxed() {
        let object = boxed(Scooter(wheels: 3))
        #expect(object is ValueBox<Scooter>)
        #expect(unboxed(object, as: Scooter.self) == Scooter(wheels: 3))
        #expect(unboxed(object, as: (any Driving).self) is Scooter)
        #expect(unboxed(object, as: Engine.self) == nil)
    }

    @Test func existentialIsBoxedByItsDynamicType() {
        let driving: any Driving = Scooter()
        #expect(boxed(driving) is ValueBox<Scooter>)
        let engine: Any = Engine()
        #expect(boxed(engine) is Engine)
    }

    @Test func boxIsNeverReturnedItself() {
        let object = boxed(42)
        #expect(unboxed(object, as: Any.self) is Int)
        #expect(unboxed(object, as: Any?.self) as? Int == 42)
        #expect(!(unboxed(object, as: Any?.self).map { $0.map { $0 is any AnyBox } ?? true } ?? true))
        #expect(!(unboxed(object, as: Any??.self).map { "\($0 as Any)".contains("Box") } ?? true))
        #expect(unboxed(object, as: (any Sendable).self) is Int)
        #expect(!(unboxed(object, as: (any Sendable)?.self).map { "\($0 as Any)".contains("Box") } ?? true))
        #expect(unboxed(object, as: (any AnyBox).self) == nil)
    }

    @Test func boxedValueIsNotAnObject() {
        #expect(unboxed(boxed(42), as: AnyObject.self) == nil)
        #expect(unboxed(boxed(42), as: AnyObject?.self) == nil)
        #expect(unboxed(boxed(42), as: (any AnyObject & Sendable).self) == nil)
        let engine = Engine()
        #expect((unboxed(boxed(engine), as: AnyObject?.self) ?? nil) === engine)
        #expect(unboxed(boxed(engine), as: Any?.self) as? Engine === engine)
        #expect(unboxed(ValueBox<Engine?>(engine), as: Engine.self) === engine)
    }

    @Test func boxedListsAreUnboxed() {
        #expect(unboxed(boxed([1, 2]), as: [Any].self) as? [Int] == [1, 2])
        #expect(unboxed(boxed([1, 2]), as: [any Sendable]?.self) as? [Int] == [1, 2])
        #expect(unboxed(boxed(["a": 1]), as: [String: Any].self) as? [String: Int] == ["a": 1])
    }

    @Test func typeNamesOmitTheBox() {
        #expect(typeName(ValueBox<Scooter>.self) == "Scooter")
        #expect(typeName([Int].self) == "Array<Int>")
    }
}
