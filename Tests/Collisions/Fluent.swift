// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public names of Fluent.

public protocol Model {}
public protocol Property {}
public protocol AnyProperty {}
public protocol Migration {}
public protocol Database {}
public protocol Schema {}
public protocol Fields {}
public struct FieldKey {}
public final class QueryBuilder<Model> {}
