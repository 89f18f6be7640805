/// The arguments of one resolve, by name.
///
/// ```swift
/// let report = try container.resolve("report", as: Report.self, arguments: ["user": user, "title": "Sales"])
/// ```
///
/// A value may be of any type, `Sendable` or not; it must fit the use of the argument in the definition of the service.
public struct ServiceArguments: ExpressibleByDictionaryLiteral {
    private let values: [(name: String, value: Any)]

    /// Creates the arguments from names and values.
    public init(dictionaryLiteral elements: (String, Any)...) {
        values = elements
    }

    /// Creates the arguments from a dictionary.
    public init(_ values: [String: Any]) {
        self.values = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The same as a build reads them.
    var given: GivenArguments { GivenArguments(values.map { ($0.name, .given($0.value)) }) }
}
