/// The injection rules of a generation, with their values.
struct PlannedInjectionRules: Sendable {
    /// A rule with its value; nil for one that leaves slots unchanged.
    struct Entry {
        let rule: InjectionRule
        let value: PlannedValue?
    }

    let book: InjectionRuleIndex
    private let values: [PlannedValue?]

    init(_ book: InjectionRuleIndex, _ values: [PlannedValue?]) {
        self.book = book
        self.values = values
    }

    /// The rule at an index, with its value.
    func entry(_ index: Int?) -> Entry? {
        index.map { Entry(rule: book.rules[$0], value: values[$0]) }
    }
}
