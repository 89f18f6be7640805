/// What all declarations have.
struct Declaration: Sendable {
    let access: AccessLevel
    let location: SourceLocation?
    let comment: DocumentationComment
    let availability: Availability

    enum Availability: Sendable {
        case everywhere
        /// On some versions of a system only.
        case limited
        case deprecated
        case unavailable
    }

    init(_ symbol: Symbol) {
        access = AccessLevel(symbol.accessLevel)
        location = symbol.location.map { SourceLocation($0) }
        comment = DocumentationComment(symbol.docComment)
        let entries = symbol.availability ?? []
        if entries.contains(where: { $0.isUnconditionallyUnavailable == true || $0.obsoleted != nil }) {
            availability = .unavailable
        } else if entries.contains(where: { $0.isUnconditionallyDeprecated == true || $0.deprecated != nil }) {
            availability = .deprecated
        } else {
            availability = entries.contains { $0.introduced != nil } ? .limited : .everywhere
        }
    }
}
