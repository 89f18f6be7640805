import MoonwireValues

extension ValueShape {
    /// The generic type of a handle, if a handle is expected.
    var handle: String? {
        guard case .object(let name) = self, name.utf8.last == UInt8(ascii: ">") else { return nil }
        return ["LazyService<", "ServiceProvider<"].first { name.hasPrefix($0) }
    }
}
