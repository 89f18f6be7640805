/// Keys for definitions that do not state their own.
package struct DefinitionDefaults: Sendable {
    package var scope: ServiceScope?
    package var isPublic: Bool?
    package var reload: ReloadPolicy?
    /// Whether arguments that are left out are wired by their types.
    package var isAuto = false
    package var tags: [ServiceTag] = []

    package init() {}

    /// The same with those that are written later, whose tags are added.
    package func merging(_ later: DefinitionDefaults) -> DefinitionDefaults {
        var merged = later
        merged.scope = later.scope ?? scope
        merged.isPublic = later.isPublic ?? isPublic
        merged.reload = later.reload ?? reload
        merged.isAuto = later.isAuto || isAuto
        merged.tags = tags + later.tags
        return merged
    }

    /// The definition of a service with the defaults; a synthetic service is always shared.
    package func applied(to definition: Definition) -> Definition {
        var whole = appliedToConstruction(of: definition)
        if let scope, !definition.written.contains(.scope), !definition.isSynthetic { whole.scope = scope }
        if let isPublic, !definition.written.contains(.isPublic) { whole.isPublic = isPublic }
        whole.tags += tags
        return whole
    }

    /// The definition of a decorator with the defaults.
    ///
    /// Scope and tags are not included: the scope is that of the wrapped service, and the tags are those of the whole, which
    /// may come from another file. `public` counts for the decorator's own id.
    package func applied(toDecorator definition: Definition) -> Definition {
        var whole = appliedToConstruction(of: definition)
        if let isPublic, !definition.written.contains(.isPublic) { whole.isPublic = isPublic }
        return whole
    }

    /// The definition with the defaults that concern what is built, and not who uses it.
    func appliedToConstruction(of definition: Definition) -> Definition {
        var whole = definition
        if let reload, !definition.written.contains(.reload) { whole.reload = reload }
        if isAuto, definition.arguments.auto == nil {
            whole.arguments.auto = .defaults
            whole.hasPlaceholders = true
        }
        return whole
    }
}

/// Defaults for the services of a type in one file: `defaults { type = "Handler", tags = "handler" }`.
package struct TypeDefaults: Sendable {
    /// The name of the type as it is written.
    package let type: String
    package let defaults: DefinitionDefaults
    package let origin: Origin

    package init(_ type: String, _ defaults: DefinitionDefaults, origin: Origin) {
        self.type = type
        self.defaults = defaults
        self.origin = origin
    }
}
