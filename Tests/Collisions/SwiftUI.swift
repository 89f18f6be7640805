// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Public names of SwiftUI.

public protocol View {}
public protocol App {}
public protocol Scene {}
public protocol Commands {}
public protocol Layout {}
public protocol Shape {}
public protocol PreferenceKey {
    associatedtype Value
    static var defaultValue: Value { get }
}
public struct EnvironmentValues { public var locale = "" }
@propertyWrapper public struct Environment<Value> {
    private let path: KeyPath<EnvironmentValues, Value>
    public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
    public var wrappedValue: Value { EnvironmentValues()[keyPath: path] }
}
@propertyWrapper public struct State<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
@propertyWrapper public struct Binding<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
public struct Text: View { public init(_ text: String) {} }
public struct Label<Title, Icon> {}
public struct Section<Content> {}
public struct Group<Content> {}
public struct Form<Content> {}
public struct List<Content> {}
public struct Table<Content> {}
public struct Path {}
public struct Color {}
public struct Menu<Content> {}
public struct Settings<Content> {}
public struct Transaction {}
public struct Animation {}
public struct CommandGroup<Content> {}
public struct Namespace {}
