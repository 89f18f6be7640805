/// The wiring as a picture shows it: the services, and which of them needs which.
package struct WiringGraph: Codable, Sendable, Hashable {
    /// In the order in which they were written; ids that are not defined come last.
    package var services: [Service] = []
    /// In the order of the services that need, and of the places in them.
    package var needs: [Need] = []

    package init(services: [Service] = [], needs: [Need] = []) {
        self.services = services
        self.needs = needs
    }
}

extension WiringGraph {
    /// A node of the picture.
    package struct Service: Codable, Sendable, Hashable {
        package let id: String
        /// What makes the instance, in words.
        package var title: String
        /// The type, when it is known.
        package var type: String?
        /// Nil for another name of a service, and for an id that is not defined.
        package var scope: String?
        package var file: String?
        package var line: Int?
        package var tags: [String] = []
        package var marks: [Mark] = []

        package init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// An arrow of the picture.
    package struct Need: Codable, Sendable, Hashable {
        package let from: String
        package let to: String
        package var kind: Kind
        /// Where the reference stands in the definition: `argument "engine"`.
        package var place: String
        /// Whether what arrives may stay in the instance: an argument, or a property that is set.
        package var isHeld = true
        package var file: String?
        package var line: Int?
        package var marks: [Mark] = []

        package init(from: String, to: String, kind: Kind, place: String) {
            self.from = from
            self.to = to
            self.kind = kind
            self.place = place
        }
    }

    /// What an arrow stands for.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case ref, optional, lazy, provider, decorates, alias

        /// Whether what is needed is built before the one that needs it; a handle builds it later.
        package var isBuiltFirst: Bool { self != .lazy && self != .provider }
    }

    /// What a picture draws attention to.
    package enum Mark: String, Codable, Sendable, CaseIterable {
        /// The id is not defined, and somebody must have it.
        case undefined
        /// A part of a circle in which each needs the next one to be built first: a fault.
        case cycle
        /// A part of a circle that a handle opens, which is legal.
        case lateCycle = "late cycle"
        /// A shared service holds one of a shorter life directly.
        case captive
        /// The service should not be used any more.
        case deprecated
    }
}
