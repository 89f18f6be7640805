// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Names that a module of an application is likely to have, among them those of Objective-C's runtime.

public typealias Method = OpaquePointer
public typealias Category = OpaquePointer
public struct Argument {}
public struct Arguments {}
public struct Call {}
public struct Command {}
public struct Decorator {}
public struct Definition {}
public struct Hook {}
public struct Isolation {}
public struct Layer {}
public struct Option {}
public struct Origin {}
public struct Output {}
public struct Placeholder {}
public struct Profile {}
public struct Property {}
public struct Provider<Wrapped> {}
public struct Resolver {}
public struct Rule {}
public struct Scope {}
public struct Setter {}
public struct Signature {}
public struct Tag {}
public struct Value {}
public struct Watch {}
public struct Environment {}
