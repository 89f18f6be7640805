/// The graph that is drawn: services and their dependencies.
package struct WiringGraph: Codable, Sendable, Hashable {
    /// The services in the order of their definitions; ids that are not defined come last.
    package var services: [Service] = []
    /// The dependencies, in the order of the dependent services and of the positions in them.
    package var needs: [Need] = []

    package init(services: [Service] = [], needs: [Need] = []) {
        self.services = services
        self.needs = needs
    }
}

extension WiringGraph {
    /// A node of the graph.
    package struct Service: Codable, Sendable, Hashable {
        package let id: String
        /// The construction of the instance.
        package var title: String
        /// The type, if it is known.
        package var type: String?
        /// Nil for an alias, and for an id that is not defined.
        package var scope: String?
        package var file: String?
        package var line: Int?
        package var tags: [String] = []
        package var marks: [Mark] = []
        /// What the definition gives to the instance, as `argument "port"` and `25`; secrets are masked.
        package var values: [Value] = []

        package init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// A value in the definition of a node.
    package struct Value: Codable, Sendable, Hashable {
        package let field: String
        /// As scripts write it.
        package let written: String
        /// With parameters and variables filled in; nil if there are none.
        package let filled: String?

        package init(field: String, written: String, filled: String? = nil) {
            (self.field, self.written, self.filled) = (field, written, filled)
        }
    }

    /// An edge of the graph.
    package struct Need: Codable, Sendable, Hashable {
        package let from: String
        package let to: String
        package var kind: Kind
        /// The field of the definition that contains the reference: `argument "engine"`.
        package var field: String
        /// Whether the instance may keep the dependency: an argument or a property.
        package var isHeld = true
        package var file: String?
        package var line: Int?
        package var marks: [Mark] = []

        package init(from: String, to: String, kind: Kind, field: String) {
            self.from = from
            self.to = to
            self.kind = kind
            self.field = field
        }
    }

    /// The kind of an edge.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case ref, optional, built, later, lazy, provider, decorates, alias

        /// Whether the dependency is built before the dependent service.
        package var isBuiltFirst: Bool { ![.later, .lazy, .provider, .built].contains(self) }
    }

    /// Something that the graph highlights.
    package enum Mark: String, Codable, Sendable, CaseIterable {
        /// The id is required, but not defined.
        case undefined
        /// A part of a cycle in which each service requires the next one to be built first: a fault.
        case cycle
        /// A part of a cycle that a handle or `later` breaks, which is legal.
        case lateCycle = "late cycle"
        /// A shared service directly holds a service with a shorter lifetime.
        case captive
        /// The service is deprecated.
        case deprecated
    }
}
