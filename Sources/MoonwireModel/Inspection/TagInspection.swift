/// A tag of a service.
package struct TagInspection: Sendable, Hashable, Encodable {
    package let name: String
    package let priority: String
    /// The attributes as scripts write them, by name.
    package let attributes: [String: String]

    /// The tag with its priority and attributes: `car (priority 10, color = "red")`.
    package var words: String {
        let details =
            (priority == "0" ? [] : ["priority \(priority)"])
            + attributes.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
        return details.isEmpty ? name : "\(name) (\(details.joined(separator: ", ")))"
    }
}

extension TagInspection {
    init(_ tag: ServiceTag, _ values: ValueReading) {
        name = tag.name.written
        priority = tag.priority.written
        attributes = Dictionary(
            tag.attributes.map { ($0.label, values.written($0.value)) }, uniquingKeysWith: { $1 })
    }
}
