public import MoonwireValues

/// A label by which services are collected, with attributes by which they are selected and sorted.
///
/// `services.register("shout", tags: [ServiceTag("page.processor", priority: 10)]) { _ in Shouting() }`
public struct ServiceTag: Sendable, ExpressibleByStringLiteral {
    package let name: TextTemplate
    /// The order among the services with the tag, higher first: an integer, which is 0 by default.
    package let priority: WiredValue
    package let attributes: [LabeledValue]
    /// The names of the attributes with their placeholders; empty if no name has one.
    let attributeNames: [KeyedEntry]
    /// The line of the script; nil for a tag of the application.
    let source: FieldSource?

    package init(
        name: TextTemplate, priority: WiredValue?, attributes: [LabeledValue], names: [KeyedEntry] = [],
        source: FieldSource?
    ) {
        self.name = name
        self.priority = priority ?? .value(.integer(0))
        self.attributes = attributes
        attributeNames = names
        self.source = source
    }

    /// Creates a tag.
    ///
    /// - Parameters:
    ///   - name: The name by which services are collected.
    ///   - priority: The order among the services with the tag: higher comes first.
    ///   - attributes: Values by which services can be selected and sorted.
    public init(_ name: String, priority: Int = 0, attributes: [String: PlainValue] = [:]) {
        self.init(
            name: TextTemplate([.text(name)]), priority: .value(.integer(Int64(priority))),
            attributes: attributes.sorted { $0.key < $1.key }.map { LabeledValue($0.key, .value($0.value)) },
            source: nil)
    }

    /// Creates a tag with that name, the priority 0, and no attributes.
    public init(stringLiteral name: String) {
        self.init(name)
    }
}

extension Definition {
    /// The names of the tags, without duplicates and without those that contain parameters; in a graph, none does.
    package var tagNames: [String] {
        var seen: Set<String> = []
        return tags.compactMap(\.name.plainText).filter { seen.insert($0).inserted }
    }
}
