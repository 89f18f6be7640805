/// What is wrong or worth a remark in merging layers and expanding their definitions.
struct ExpansionReport {
    /// Parents, decorated services, or tags that are invalid.
    let faults: [Diagnostic]
    /// A fault of inheritance, collection, or hooks beyond the limits, which the graph omits.
    var lackOfRoom: Diagnostic?
    /// Diagnostics about definitions that replace others, and similar cases.
    let remarks: [Diagnostic]
}
