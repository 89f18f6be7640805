import MoonwireValues

extension ValueShape {
    /// The shape in an optional; any other shape itself.
    var unwrapped: ValueShape { if case .optional(let wrapped) = self { wrapped } else { self } }

    /// The type of the service that a value is, or that a handle refers to; nil for a value that is no object.
    var serviceType: String? {
        guard case .object(let name) = unwrapped else { return nil }
        return unwrapped.handle.map { String(name.dropFirst($0.count).dropLast()) } ?? name
    }

    /// The generic type of a handle, if a handle is expected.
    var handle: String? {
        guard case .object(let name) = self, name.utf8.last == UInt8(ascii: ">") else { return nil }
        return ["LazyService<", "ServiceProvider<"].first { name.hasPrefix($0) }
    }
}
