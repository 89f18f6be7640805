public import MoonwireCore
import MoonwireValues

extension Container {
    /// Builds a new object from a partial of the scripts.
    ///
    /// ```lua
    /// partial "HeaderView" { type = "HeaderView", set = { title = argument "title" } }
    /// ```
    ///
    /// ```swift
    /// let header = try container.instantiate("HeaderView", as: HeaderView.self, with: ["title": "Home"])
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the partial.
    ///   - type: The type of the object.
    ///   - arguments: The values of its arguments.
    /// - Returns: The object.
    /// - Throws: ``ContainerError`` if there is no such partial, if an argument is missing or has no use, or if the object has another type.
    public func instantiate<T>(
        _ name: String, as type: T.Type = T.self, with arguments: ServiceArguments = [:]
    ) throws -> T {
        try instantiate(template: PartialWord.id(of: name), as: type, with: arguments) {
            .unknownPartial(name, near: $0.partials.nearest(to: name))
        }
    }
}

extension ServiceResolver {
    /// Builds a new object from a partial of the scripts.
    ///
    /// `let header = try resolver.instantiate("HeaderView", as: HeaderView.self)`
    ///
    /// - Parameters:
    ///   - name: The name of the partial.
    ///   - type: The type of the object.
    ///   - arguments: The values of its arguments.
    /// - Returns: The object.
    /// - Throws: ``ContainerError`` if there is no such partial, if an argument is missing or has no use, or if the object has another type.
    public func instantiate<T>(
        _ name: String, as type: T.Type = T.self, with arguments: ServiceArguments = [:]
    ) throws -> T {
        try instantiate(template: PartialWord.id(of: name), as: type, with: arguments) {
            .unknownPartial(name, near: $0.partials.nearest(to: name))
        }
    }
}
