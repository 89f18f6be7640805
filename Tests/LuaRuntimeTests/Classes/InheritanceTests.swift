import LuaRuntime
import MoonwireValues
import Testing

// Subclasses that change only what is computed need no state of their own, nor a lock.
private class Animal: HostObject, @unchecked Sendable {  // Immutable.
    let name: String

    required init(_ name: String) { self.name = name }

    var legs: Int { 4 }
    func speak() -> String { "…" }

    static let hostClass = HostClass(Animal.self) { animal in
        animal.constructor { (name: String) in Animal(name) }
        animal.property("name", \.name)
        animal.property("legs", \.legs)
        animal.method("speak") { $0.speak() }
        animal.method("meet") { (animal, other: Animal) in "\(animal.name) meets \(other.name)" }
        animal.subscript { (animal, leg: Int) in "leg \(leg) of \(animal.name)" }
        animal.operator(.less) { (a: Animal, b: Animal) in a.name < b.name }
        animal.description { "the animal \($0.name)" }
    }
}

private class Dog: Animal, @unchecked Sendable {  // Immutable.
    override func speak() -> String { "woof" }
    func fetch(_ thing: String) -> String { "\(name) fetches \(thing)" }

    static let dogs = HostClass(Dog.self, inheriting: Animal.hostClass) { dog in
        dog.method("fetch", "thing") { (dog, thing: String) in dog.fetch(thing) }
        dog.property("legs") { _ in "four" }
        dog.description { "the dog \($0.name)" }
    }
}

private final class UnregisteredDog: Dog, @unchecked Sendable {  // Immutable.
    override func speak() -> String { "yip" }

    static let puppies = HostClass(UnregisteredDog.self, inheriting: Dog.dogs) { puppy in
        puppy.method("legs") { _ in "wobbly" }
        puppy.method("speak") { "\($0.name): " + $0.speak() }
    }
}

/// Has no class of its own.
private final class RegisteredHound: Dog, @unchecked Sendable {}  // Immutable.

@Suite struct InheritanceTests {
    private let lua: Interpreter

    init() throws {
        lua = try Interpreter()
        try lua.register(Animal.hostClass)
        try lua.register(Dog.dogs)
        try lua.register(UnregisteredDog.puppies)
        try lua.setGlobal("cat", to: Animal("Tom"))
        try lua.setGlobal("dog", to: Dog("Rex"))
        try lua.setGlobal("puppy", to: UnregisteredDog("Bit"))
        try lua.setGlobal("hound", to: RegisteredHound("Ben"))
    }

    @Test(arguments: [
        ("dog:speak()", "woof"), ("cat:speak()", "…"), ("dog.name", "Rex"), ("dog.legs", "four"), ("cat.legs", "4"),
        ("dog:fetch('it')", "Rex fetches it"), ("puppy:fetch('it')", "Bit fetches it"), ("puppy.name", "Bit"),
        ("puppy:legs()", "wobbly"), ("puppy:speak()", "Bit: yip"), ("dog", "the dog Rex"), ("puppy", "the dog Bit"),
        ("cat", "the animal Tom"), ("hound:fetch('it')", "Ben fetches it"), ("hound.legs", "four"),
        ("cat:meet(puppy)", "Tom meets Bit"), ("puppy:meet(hound)", "Bit meets Ben"),
        ("dog:meet(cat)", "Rex meets Tom"),
        ("puppy[2]", "leg 2 of Bit"), ("cat < dog", "false"), ("dog < puppy", "false"), ("puppy < hound", "false"),
        ("hound < cat", "true"),
    ])
    func membersAreInheritedAndReplaced(expression: String, result: String) throws {
        #expect(try lua.text("return \(expression)") == result)
    }

    @Test func objectOfTheSuperclassIsNotOneOfTheSubclass() {
        #expect(
            lua.failure("dog.fetch(cat, 'it')")?.message
                == "bad receiver of \"Dog.fetch\": expects Dog, got Animal")
        #expect(
            lua.failure("dog:meet(1)")?.message
                == "bad argument 1 to \"Animal.meet\": expects Animal, got the integer 1")
        #expect(lua.failure("cat:fetch('it')")?.message == "Animal has no member \"fetch\"")
        #expect(
            lua.failure("puppy:fetsh('it')")?.message
                == "UnregisteredDog has no member \"fetsh\"\n    did you mean \"fetch\"?")
        #expect(lua.failure("puppy.legs = 1")?.message == "\"legs\" of UnregisteredDog cannot be set")
    }

    @Test func constructorIsNotInherited() throws {
        #expect(try lua.text("return Animal('Tim').name .. tostring(rawget(_G or {}, 'Dog'))") == "Timnil")
        #expect(lua.failure("return Dog('Tim')")?.message == "attempt to call a nil value (global 'Dog')")
    }

    @Test func inheritingFromAnUnrelatedClassIsRefused() throws {
        let wrong = HostClass(Counter.self, inheriting: Animal.hostClass) { _ in }
        let error = #expect(throws: LuaError.self) { try lua.register(wrong) }
        #expect(error?.message == "Counter does not inherit from Animal")
        let distant = HostClass(Counter.self, inheriting: Dog.dogs) { _ in }
        #expect(throws: LuaError.self) { try lua.register(distant) }
    }
}
