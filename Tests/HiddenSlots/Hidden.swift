// The members have no other purpose than to exist, so no comment can describe them.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import MoonwireCore

/// An owner of slots in a module that is compiled without metadata for reflection, so that no container finds them.
public final class HiddenLocker: Exposed {
    @Final public var number: Int
    public let label = "vault"
    public var half: Int { 21 }

    public init() {}

    public static let exposure = Exposure(HiddenLocker.self) {
        Initializer { HiddenLocker() }
        Property("number", \.number)
        Property("code", \.$number)
        Property("label", \.label)
        Property("half", get: { $0.half })
    }
}

/// A class of that module without a stored property.
public final class HiddenShell {
    public init() {}
}

/// A base class of that module with a slot.
open class HiddenBase {
    @Injected public var spare: String?

    public init() {}
}
