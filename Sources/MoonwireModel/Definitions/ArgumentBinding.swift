/// What `auto` passes to the arguments of a name, of a type, or both: `bind { name = "port", value = 80 }`.
package struct ArgumentBinding: Sendable {
    /// The name of the type as it is written; nil for arguments of any type.
    package let type: String?
    /// The label; nil for arguments of any name.
    package let name: String?
    package let value: WiredValue
    package let origin: Origin

    package init(type: String?, name: String?, value: WiredValue, origin: Origin) {
        self.type = type
        self.name = name
        self.value = value
        self.origin = origin
    }

    /// The same binding with another value.
    func with(_ value: WiredValue) -> ArgumentBinding {
        ArgumentBinding(type: type, name: name, value: value, origin: origin)
    }

    /// Where its value was written.
    var source: FieldSource { FieldSource(origin: origin, subject: "bind", path: ["value"]) }
}
