import MoonwireSupport

/// A service that wraps another one and takes its id.
package struct Decorator: Sendable {
    /// The service that is wrapped.
    package var target: String { definition.module?.id(of: writtenTarget) ?? writtenTarget }
    /// The same as it is written.
    let writtenTarget: String
    /// How the decorator is built.
    package let definition: Definition
    /// An id of its own, besides that of what it wraps.
    package let name: String?
    /// The higher, the nearer to the original.
    package let priority: Int
    /// Whether nothing happens when the service is not defined.
    package let isOptional: Bool
    /// The closure of a decorator of the application, which resolves what it wraps by its id; nil for one of a script.
    let closure: DecoratingClosure?

    /// Creates a decorator of the service `target`; the id of `definition` does not matter.
    package init(
        of target: String, _ definition: Definition, name: String? = nil, priority: Int = 0, isOptional: Bool = false,
        closure: DecoratingClosure? = nil
    ) {
        self.closure = closure
        writtenTarget = target
        self.definition = definition
        self.name = name
        self.priority = priority
        self.isOptional = isOptional
    }
}

/// A closure of the application that builds a decorator around a service.
package final class DecoratingClosure: Sendable {
    private let make: @Sendable (_ inner: String) -> SwiftFactory
    /// A reload compares factories, so each service that is wrapped has one.
    private let factories = Lock<[String: SwiftFactory]>([:])

    package init(_ make: @escaping @Sendable (_ inner: String) -> SwiftFactory) {
        self.make = make
    }

    /// The factory around the service with that id.
    package func factory(around inner: String) -> SwiftFactory {
        factories.withLock { factories in
            if let factory = factories[inner] { return factory }
            let factory = make(inner)
            factories[inner] = factory
            return factory
        }
    }
}
