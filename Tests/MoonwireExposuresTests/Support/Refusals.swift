/// Declarations that cannot be exposed.
let refusals = #"""
    import Moonwire

    typealias Action = @Sendable (Int) -> Void

    final class Engine: Exposed, Sendable {
        private static let four = 4
        init() {}
        convenience init?(maybe: Int) { return nil }
        convenience init(numbers: Int...) { self.init() }
        convenience init(changed: inout Int) { self.init() }
        convenience init(lazily: @autoclosure () -> Int) { self.init() }
        convenience init<Item: Sendable>(item: Item) { self.init() }
        convenience init(some number: some Sendable) { self.init() }
        convenience init(sent: sending String) { self.init() }
        convenience init(pair: (Int, String)) { self.init() }
        convenience init(action: @escaping Action) { self.init() }
        convenience init(_: Int) { self.init() }
        convenience init(same: Int) { self.init() }
        convenience init(same: String) { self.init() }
        convenience init(a same: Int, b same2: Int, a other: Int) { self.init() }
        @available(*, deprecated) convenience init(old: Int) { self.init() }
        @available(macOS 99, *) convenience init(new: Int) { self.init() }
        @available(*, unavailable) convenience init(never: Int) { self.init() }
        convenience init(hidden: Int = Engine.four, named: Int) { self.init() }
        convenience init(action: Action = { _ in }, written: Int) { self.init() }
        convenience init(file: String = #fileID, logged: Int) { self.init() }
        convenience init(_ first: Int = Engine.four, _ second: Int) { self.init() }
        convenience init(text: String = """
            several lines
            """, long: Int) { self.init() }
    }

    final class Secret: Exposed { private init() {} }
    struct Unused<Item>: Exposed { }
    struct Conditional<Item> { }
    extension Conditional: Exposed, Convertible where Item: Exposed { }
    @available(macOS 99, *) struct New: Exposed { }
    private struct Hidden: Exposed { }
    enum Outer { fileprivate enum Middle { struct Inner: Exposed {} } }

    class Base: Exposed { class var exposure: Exposure { Exposure(Base.self) {} } }
    final class Derived: Base { }

    """#

/// Declarations whose exposures do not compile, for reasons that the symbol graph does not have.
let uncompiled = #"""
    import Moonwire

    nonisolated protocol Showing { func show() }
    @MainActor func number() -> Int { 3 }
    enum Names { static let first = "one" }

    final class Engine: Exposed, Sendable {
        private static let first = 4
        init(gear: Int = Engine.first) {}
        @MainActor convenience init(number: Int = number(), label: String) { self.init(gear: number) }
        convenience init(label: String) { self.init() }
    }

    @MainActor final class Screen: Exposed, @MainActor Showing {
        init() {}
        func show() {}
    }

    """#

/// Comments that list members wrongly.
let mistakes = #"""
    import Moonwire

    /// - Exposes: brnd, start, speed, secret, shared, change, count
    final class Engine: Exposed {
        var brand = ""
        func start(action: () -> Void) {}
        func speed(of gear: Int) {}
        func speed(at gear: String) {}
        private func secret() {}
        static let shared = 4
        var count: Int { get async { 3 } }
    }

    /// - Exposes: liters, fill
    struct Tank: Exposed { var liters = 0; mutating func fill() {} }

    /// - Exposes: speed(of:), speed(of:), speed, speed(at:)
    final class Gear: Exposed {
        func speed(of gear: Int) {}
        func speed(at gear: String) {}
    }

    /// - Exposes: size
    actor Cache: Exposed { var size = 0 }

    /// - Exposed: number
    struct Car: Exposed { let number: Int }

    /// - Exposes: number
    struct Bicycle { let number: Int }

    /// - Exposes: number
    struct Bus: Exposed {
        let number: Int
        static let exposure = Exposure(Bus.self) {}
    }

    """#
