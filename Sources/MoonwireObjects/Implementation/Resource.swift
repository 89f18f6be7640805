public import MoonwireCore

/// A property whose value is in the implementation that its owner names.
///
/// ```swift
/// final class Screen: Implemented {
///     let implementation: String
///     @Resource var title: String
///     @Resource var button: Button
///     @Resource var open: Action<String, Int>      // called with an integer, returns a string
/// }
/// ```
///
/// ```lua
/// implementation "Screen.phone" {
///     title = "Welcome",
///     button = function(screen, c) return Button { text = screen.title } end,
///     open = function(screen, row) return "row " .. row end,
/// }
/// ```
///
/// Each resource is made when it is first read, and kept. A function makes the value for its owner, and is called for each use if the
/// slot is an ``Action``. Resources that are missing, or that do not fit, are faults of the script when it is loaded. An
/// assignment replaces the resource of one owner, and a rule for the slot that of all. A reload does not change slots that are filled.
public typealias Resource<Value> = Provided<ResourceProvider<Value>>

/// An object that names the implementation of its resources.
public protocol Implemented: AnyObject {
    /// The name of the implementation, without the name of the class.
    var implementation: String { get }
}

/// Finds the values of ``Resource`` slots.
public struct ResourceProvider<Value>: DefaultSlotProvider {
    /// Resource.
    public static var wrapperName: String { "Resource" }

    /// Creates a provider.
    public init() {}

    /// Returns nil: the container reads the value from the implementation.
    public func value(for slot: SlotContext) -> Value? { nil }
}

extension ResourceProvider: ResourceSlotProvider {
    package static var kind: SlotDescription.Kind { .resource }

    package func implementation(of owner: AnyObject) -> String? { (owner as? any Implemented)?.implementation }
}
