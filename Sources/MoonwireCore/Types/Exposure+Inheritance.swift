extension Exposure {
    /// The exposure of the base class of a type, or of that one's base class; nil if there is none.
    static func ofBaseClass(of type: Any.Type) -> Exposure? {
        (type as? AnyClass).flatMap { _getSuperclass($0) as? any Exposed.Type }?.exposure
    }
}

extension ExposureBuilder.Members {
    /// These members, and those of the exposure of a base class that none of these replaces.
    ///
    /// Initializers are not inherited: those of a base class make no instance of a subclass.
    func inheriting(from base: Exposure) -> Self {
        var all = self
        let names = Set(methods.map(\.signature.name) + properties.map(\.description.name))
        let inherited = base.description
        all.methods += inherited.methods.filter { !names.contains($0.name) }.compactMap { base.methods[$0.name] }
        all.properties += inherited.properties.filter { !names.contains($0.name) }
            .compactMap { base.properties[$0.name] }
        let ownStatics = Set(staticMethods.map(\.signature.name))
        all.staticMethods += inherited.staticMethods.filter { !ownStatics.contains($0.name) }
            .compactMap { base.staticMethods[$0.name] }
        let targets = Set(casters.map(\.target))
        // The first one is the base class itself, which subclasses provide anyway.
        all.casters += base.casters.dropFirst().filter { !targets.contains($0.target) }
        for slot in inherited.slots where all.slotArguments[slot.name] == nil {
            if let arguments = slot.arguments { all.slotArguments[slot.name] = [arguments] }
        }
        return all
    }
}
