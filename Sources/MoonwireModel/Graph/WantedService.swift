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
        // A name without a module comes from a type with its own conversion of objects.
        guard let type = shape.serviceType, type.contains("."), !TypeIndex.fitsAnything(type) else { return nil }
        return WantedService(type: type, kind: shape.unwrapped.kindOfHandle)
    }
}

extension ValueShape {
    fileprivate var kindOfHandle: ServiceReference.Kind {
        switch handle {
        case "LazyService<": .lazy
        case "ServiceProvider<": .provider
        default: .required
        }
    }
}
