import MoonwireValues
import Testing

private final class Engine {}
private protocol Driving {}
private struct Scooter: Driving, Equatable { var wheels = 2 }

@Suite struct ValueBoxTests {
    @Test func classInstanceStandsForItself() {
        let engine = Engine()
        #expect(ObjectIdentifier(boxed(engine)) == ObjectIdentifier(engine))
        let same = unboxed(boxed(engine), as: Engine.self)
        #expect(same === engine)
    }

    @Test func structTravelsInABox() {
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

    @Test func typeNamesLeaveTheBoxOut() {
        #expect(typeName(ValueBox<Scooter>.self) == "Scooter")
        #expect(typeName([Int].self) == "Array<Int>")
    }
}
