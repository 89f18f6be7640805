// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public names of Factory.

public final class Container: SharedContainer, Sendable { public static let shared = Container() }
public protocol SharedContainer: AnyObject {}
public protocol ManagedContainer {}
public struct Factory<T> {}
public struct ParameterFactory<P, T> {}
public protocol FactoryModifying {}
public final class Scope: Sendable { public static let singleton = Scope() }
public protocol Resolving {}
@propertyWrapper public struct Injected<T> {
    public init(_ path: KeyPath<Container, T>) { wrappedValue = Container.shared[keyPath: path] }
    public var wrappedValue: T
}
@propertyWrapper public struct LazyInjected<T> {
    public init(wrappedValue: T) { self.wrappedValue = wrappedValue }
    public var wrappedValue: T
}
@propertyWrapper public struct WeakInjected<T> {
    public init(wrappedValue: T) { self.wrappedValue = wrappedValue }
    public var wrappedValue: T
}
@propertyWrapper public struct DynamicInjected<T> {
    public init(wrappedValue: T) { self.wrappedValue = wrappedValue }
    public var wrappedValue: T
}
