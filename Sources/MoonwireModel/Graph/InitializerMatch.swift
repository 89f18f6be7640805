/// The initializer that creates a definition's instance, matched with the definition's arguments.
package struct InitializerMatch: Sendable {
    /// The index of the initializer in its type.
    package let position: Int
    package let arguments: ArgumentMatch
}

extension Arguments {
    /// The initializer for which the arguments were wired, or the first one that they fit; if none does, the only initializer.
    func initializer(of type: TypeRegistry.Entry) -> InitializerMatch? {
        let initializers = type.description.initializers
        if let initializer, initializers.indices.contains(initializer) {
            let match = ArgumentMatch(self, against: initializers[initializer].arguments)
            return InitializerMatch(position: initializer, arguments: match)
        }
        for position in initializers.indices {
            let match = ArgumentMatch(self, against: initializers[position].arguments)
            if match.fits || initializers.count == 1 { return InitializerMatch(position: position, arguments: match) }
        }
        return nil
    }
}

extension Definition {
    /// The initializer of the type that creates the instance, if any.
    package func initializer(of type: TypeRegistry.Entry) -> InitializerMatch? {
        if case .type = construction { arguments.initializer(of: type) } else { nil }
    }
}
