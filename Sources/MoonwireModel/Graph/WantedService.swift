import MoonwireValues

/// The service that an argument takes, as its type tells.
struct WantedService {
    /// The qualified name of the type; that of a protocol may have `any` before it.
    let type: String
    /// The form in which the argument takes it.
    let kind: ServiceReference.Kind
}

extension ArgumentDescription {
    /// The service that the argument takes; nil for plain data, functions, and collections.
    var wantedService: WantedService? {
        let unwrapped = if case .optional(let wrapped) = shape { wrapped } else { shape }
        guard case .object(let name) = unwrapped else { return nil }
        let kind: ServiceReference.Kind
        switch unwrapped.handle {
        case "LazyService<": kind = .lazy
        case "ServiceProvider<": kind = .provider
        default: kind = .required
        }
        let type = unwrapped.handle.map { String(name.dropFirst($0.count).dropLast()) } ?? name
        // A name without a module comes from a type with its own conversion of objects.
        guard type.contains("."), !TypeIndex.fitsAnything(type) else { return nil }
        return WantedService(type: type, kind: kind)
    }
}
