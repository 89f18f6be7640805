/// What a task uses of a container, for lines of a log and for labels.
public struct TaskContext: Sendable, Hashable {
    /// The number of the generation, as in ``Container/generations``; 0 after the end of the container.
    public let generation: Int
    /// The names of the open scopes, innermost first.
    public let scopes: [String]
    /// The metadata of the scopes; that of inner scopes counts before that of outer ones.
    public let metadata: [String: String]
}

extension TaskContext: CustomStringConvertible {
    /// The context in a line, such as `generation=3 scope=request request=a81f`.
    public var description: String {
        let scope = scopes.isEmpty ? [] : ["scope=\(scopes.joined(separator: ","))"]
        return (["generation=\(generation)"] + scope + metadata.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })
            .joined(separator: " ")
    }
}

extension Container {
    /// The generation and the scopes in which this task would resolve, with the metadata of the scopes.
    ///
    /// ```swift
    /// try container.withScope("request") {
    ///     $0.metadata["request"] = "a81f"
    /// } operation: {
    ///     print(container.taskContext)   // generation=3 scope=request request=a81f
    /// }
    /// ```
    public var taskContext: TaskContext {
        let context = try? resolving { generation in
            var layers: [ScopeLayer] = []
            var next: Generation? = generation
            while let each = next {
                if let scope = each.context.scope { layers.append(scope) }
                next = each.context.base
            }
            return TaskContext(
                generation: generation.lowest.context.number, scopes: layers.map(\.name),
                metadata: layers.reduce(into: [:]) { all, layer in all.merge(layer.metadata) { inner, _ in inner } })
        }
        return context ?? TaskContext(generation: 0, scopes: [], metadata: [:])
    }
}
