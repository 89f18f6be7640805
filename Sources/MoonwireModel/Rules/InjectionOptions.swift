/// How an injection rule applies: the keys `force`, `once`, `silent`, and `subclasses = false` of `inject` in scripts.
public struct InjectionOptions: OptionSet, Sendable, Hashable {
    /// The bits of the options.
    public let rawValue: Int

    /// Creates options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Also fills slots that name an id or have an initial value.
    public static let force = Self(rawValue: 1)
    /// Fills each slot of an owner once: a slot that is emptied afterwards stays empty.
    public static let once = Self(rawValue: 2)
    /// Does not report that the rule has no effect, or that another one replaces it.
    public static let silent = Self(rawValue: 4)
    /// Applies to the slots of the owner's class only, and not to those of its subclasses.
    public static let withoutSubclasses = Self(rawValue: 8)
}
