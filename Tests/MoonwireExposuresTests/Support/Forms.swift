/// All forms of types and members that can be exposed.
let forms = #"""
    import Foundation
    import LuaRuntime
    import Moonwire

    protocol Notifying: Sendable { func notify(_ text: String) -> String }
    protocol Storing<Item> { associatedtype Item; func all() -> [Item] }
    @globalActor actor Drawing { static let shared = Drawing() }

    enum Fuel: String, CaseIterable, Convertible { case petrol, diesel }

    /// An engine with a "name" and a \ in a sentence that is long enough to be broken into two lines.
    ///
    /// The second paragraph is not shown.
    ///
    /// - Exposes: brand, start, standard, other,
    ///   isLoud
    /// - Exposes: speed(of:), stop
    final class Engine: Exposed, Sendable {
        let brand: String
        /// Creates an ``Engine``.
        init(
            brand: String, cylinders: Int = 4, _ list: [String] = [
                "a",  // the first
                "b, c",
            ], at position: Double? = nil, text: String = "\"(\n"
        ) {
            self.brand = brand
        }
        convenience init(date: Date = Date(timeIntervalSince1970: 0), `in` place: String, fuel: Fuel = .petrol) { self.init(brand: "") }
        convenience init(text: consuming String, pause: Duration = .zero) async throws { self.init(brand: "") }
        @MainActor convenience init(screen: Int, fuel: Fuel = .petrol) { self.init(brand: "") }
        @Drawing convenience init(drawing: Int) throws(CancellationError) { self.init(brand: "") }
        private convenience init(secret: Int) { self.init(brand: "") }
        func start(gear: Int = 1) throws -> Bool { true }
        static func standard() -> Engine { Engine(brand: "") }
        static func other(number: Int) async -> Engine { Engine(brand: "") }
        /// Whether it is loud.
        var isLoud: Bool { get throws { true } }
        func speed(of gear: Int) -> Int { 1 }
        func speed(at gear: String) -> Int { 1 }
        func stop() async throws {}
    }

    extension Engine {
        convenience init(extended: Int) { self.init(brand: "") }
    }

    struct Tank: Exposed { var liters = 3; let label: String; var marks: [String: Int] = [:] }

    /// - Exposes: size, notify, count, flush
    actor Cache: Exposed, Notifying {
        let size: Int
        init(size: Int) { self.size = size }
        nonisolated func notify(_ text: String) -> String { text }
        func count(from start: Int) throws -> Int { 3 }
        func flush() async {}
    }

    /// - Exposes: show, number
    @MainActor final class Screen: Exposed {
        init(title: String, fuel: Fuel = .petrol) {}
        nonisolated init() {}
        func show(_ text: String) throws {}
        nonisolated func number() -> Int { 1 }
    }

    class Vehicle: Exposed, Storing {
        let wheels: Int
        init(wheels: Int) { self.wheels = wheels }
        convenience init() { self.init(wheels: 4) }
        func all() -> [Int] { [] }
    }
    final class Bicycle: Vehicle {}
    class Car: Vehicle { override init(wheels: Int) { super.init(wheels: wheels) } }

    /// - Exposes: made
    enum Part: Exposed {
        case wheel(Int)
        init(number: Int) { self = .wheel(number) }
        static func made(_ number: Int) -> Part { .wheel(number) }
    }

    struct Box<Item: Sendable>: Exposed, Sendable {
        let item: Item
        init(item: Item, count: Int = 3) { self.item = item }
    }

    struct Shelf: Exposed {
        let numbers: [Box<Int>]
        let engines: LazyService<Box<Engine>>
    }

    enum Outer { struct Inner: Exposed, Sendable { var pause: Duration = .seconds(3) } }

    /// Nothing is shown for a type by hand.
    final class Hand: Exposed, Sendable {
        static let exposure = Exposure(Hand.self) { Initializer { Hand() } }
    }

    /// - Exposes: engine, label
    final class Dashboard: Exposed { @Injected var engine: Engine; var label = "a"; init() {} }

    final class Filter: Exposed, Sendable { init(apply: LuaFunction, map: [String: Int] = [:]) {} }

    final class Long: Exposed {
        /// Creates an object with more arguments than a line has place for, which is described in two lines.
        init(first: String, second: String, third: String, fourth: String, fifth: [String: [String]] = ["one": []], sixth: Engine) {}
        @MainActor init(number: Int, anotherNumber: Int, thirdNumber: Int, fourthNumber: [String: Int], fifthNumber: Int, last: Int) {}
    }

    """#

/// Public types in a target with all upcoming features.
let publicForms = #"""
    public import Foundation
    public import Moonwire

    public protocol Notifying: Sendable {}
    package protocol Storing {}

    public final class Clock: Exposed, Notifying, Sendable {
        public init(start: Date = Date(timeIntervalSince1970: 0), step: Duration = .seconds(1)) {}
    }

    final class Store: Exposed, Storing, Notifying {}

    """#

/// Types in a target whose default isolation is the main actor.
let mainActorForms = #"""
    import Moonwire

    nonisolated protocol Notifying: Sendable { func notify() }
    protocol Showing { func show() }

    final class Pager: Exposed, Notifying {
        init(number: String = "555") {}
        func notify() {}
    }

    /// - Exposes: show
    @MainActor final class Screen: Exposed, Showing {
        init(title: String) {}
        func show() {}
    }

    """#
