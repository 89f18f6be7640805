import MoonwireModel

/// The injection rules of a generation, with their values.
struct PlannedInjectionRules: Sendable {
    /// A rule with its value; nil for one that leaves slots unchanged.
    struct Entry {
        let rule: InjectionRule
        let value: Content?
    }

    /// What a rule injects.
    enum Content: Sendable {
        /// A value of a script, or a service.
        case planned(PlannedValue)
        /// What a closure of the application returns.
        case made(InjectedValueFactory)
    }

    let book: InjectionRuleIndex
    private let values: [Content?]

    init(_ book: InjectionRuleIndex, _ plan: (WiredValue) -> PlannedValue) {
        self.book = book
        values = book.rules.map { rule in
            rule.factory.map { .made($0) } ?? rule.value.map { .planned(plan($0)) }
        }
    }

    /// The rule at an index, with its value.
    func entry(_ index: Int?) -> Entry? {
        index.map { Entry(rule: book.rules[$0], value: values[$0]) }
    }
}
