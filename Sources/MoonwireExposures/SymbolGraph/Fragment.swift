/// A piece of a declaration's text.
struct Fragment: Decodable, Sendable, Equatable {
    let kind: String
    let spelling: String
    /// The symbol that the piece names.
    let preciseIdentifier: String?
}

extension [Fragment] {
    var text: String { map(\.spelling).joined() }

    /// Whether a keyword occurs before the name of the declaration.
    func hasKeyword(_ keyword: String) -> Bool {
        prefix { $0.kind != "identifier" && $0.kind != "externalParam" }
            .contains { ["keyword", "attribute"].contains($0.kind) && $0.spelling == keyword }
    }

    /// The attributes before the declaration that name a type, such as global actors.
    var attributes: [(name: String, identifier: String)] {
        prefix { $0.kind != "identifier" && $0.kind != "externalParam" }.compactMap { fragment in
            guard fragment.kind == "attribute" else { return nil }
            return fragment.preciseIdentifier.map { (fragment.spelling, $0) }
        }
    }
}
