import MoonwireCore
import Testing

/// A name that an exposure gives twice is said, as only the first would count.
@Suite struct ExposedTwiceTests {
    private final class Dog: Sendable {
        let name: String

        init(name: String) { self.name = name }
        func speak() -> String { name }
    }

    private func said(_ exposure: Exposure) -> String? {
        message { try TypeRegistry([], exposures: [exposure]) }
    }

    @Test func membersOfTheSameNameAreRefused() {
        let exposure = Exposure(Dog.self) {
            Initializer("name") { Dog(name: $0) }
            Method("speak") { (dog: Dog) in dog.speak() }
            Method("say") { (dog: Dog) in dog.speak() }
            Method("speak") { (dog: Dog) in dog.speak() + "!" }
            Method("speak") { (dog: Dog) in dog.speak() + "?" }
            Property("name", \.name)
            Property("name", \.name)
            Method("name") { (dog: Dog) in dog.name }
            StaticMethod("speak") { "static" }
        }
        #expect(
            said(exposure) == """
                Dog exposes "name" twice as a property
                    give each of them its own name
                Dog exposes "speak" twice as a method
                    give each of them its own name
                """)
    }

    @Test func propertyAndMethodOfTheSameNameAreRefused() {
        let exposure = Exposure(Dog.self) {
            Method("name") { (dog: Dog) in dog.name }
            Property("name", \.name)
            StaticMethod("make") { Dog(name: "a") }
            StaticMethod("make") { Dog(name: "b") }
        }
        #expect(
            said(exposure) == """
                Dog exposes "name" as a property and as a method
                    give each of them its own name
                Dog exposes "make" twice as a static method
                    give each of them its own name
                """)
    }

    @Test func initializersWithTheSameLabelsAreRefused() {
        let exposure = Exposure(Dog.self) {
            Initializer("name") { (name: String) in Dog(name: name) }
            Initializer("name") { (number: Int) in Dog(name: "\(number)") }
            Initializer("number") { (number: Int) in Dog(name: "\(number)") }
        }
        #expect(
            said(exposure) == """
                Dog exposes two initializers that take (name)
                    give each of them its own labels
                """)
    }
}
