// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public names of Swinject.

public final class Container: Resolver { public init() {} }
public protocol Resolver {}
public final class Assembler {}
public protocol Assembly { func assemble(container: Container) }
public final class ObjectScope: Sendable { public static let container = ObjectScope() }
public final class ServiceEntry<Service> {}
public struct Provider<Service> { public var instance: Service }
public struct Lazy<Service> { public var instance: Service }
public protocol Behavior {}
