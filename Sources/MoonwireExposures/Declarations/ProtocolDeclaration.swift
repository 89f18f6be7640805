/// A protocol of the module.
struct ProtocolDeclaration: Sendable {
    let identifier: String
    let path: [String]
    let declaration: Declaration
    /// The names in angle brackets: `Item` of `protocol Repository<Item>`.
    let primaryAssociatedTypes: [String]

    init(_ symbol: Symbol) {
        identifier = symbol.identifier.precise
        path = symbol.pathComponents
        declaration = Declaration(symbol)
        let list = symbol.declarationFragments.text.firstMatch(of: /<([^>]*)>/)?.output.1 ?? ""
        primaryAssociatedTypes = list.split { $0 == "," || $0 == " " }.map(String.init)
    }

    var name: String { path.joined(separator: ".") }
}
