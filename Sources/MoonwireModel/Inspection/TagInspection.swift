/// A tag of a service.
package struct TagInspection: Sendable, Hashable, Encodable {
    package let name: String
    package let priority: String
    /// The attributes as scripts write them, by name.
    package let attributes: [String: String]
}

extension TagInspection {
    init(_ tag: ServiceTag, _ values: ValueReading) {
        name = tag.name.written
        priority = tag.priority.written
        attributes = Dictionary(
            tag.attributes.map { ($0.label, values.written($0.value)) }, uniquingKeysWith: { $1 })
    }
}
