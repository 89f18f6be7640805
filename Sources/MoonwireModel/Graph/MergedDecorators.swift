/// The decorators of merged layers.
struct MergedDecorators {
    /// In written order.
    private(set) var decorators: [Decorator] = []
    /// The positions of decorators that have their own ids.
    private(set) var positions: [String: Int] = [:]
    /// The number of the layer of each decorator.
    private var layers: [Int] = []

    /// Adds a decorator; one with an id replaces the earlier one with that id, which is returned.
    mutating func lay(_ decorator: Decorator, layer: Int) -> (former: Decorator, isSameLayer: Bool)? {
        guard let name = decorator.name, let position = positions[name] else {
            if let name = decorator.name { positions[name] = decorators.count }
            decorators.append(decorator)
            layers.append(layer)
            return nil
        }
        let former = (decorators[position], layers[position] == layer)
        decorators[position] = decorator
        layers[position] = layer
        return former
    }

    /// Removes the decorators at these positions, and returns them.
    mutating func remove(_ removed: Set<Int>) -> [Decorator] {
        let former = removed.sorted().map { decorators[$0] }
        let kept = decorators.indices.filter { !removed.contains($0) }
        decorators = kept.map { decorators[$0] }
        layers = kept.map { layers[$0] }
        positions = [:]
        for (position, decorator) in decorators.enumerated() {
            if let name = decorator.name { positions[name] = position }
        }
        return former
    }
}
