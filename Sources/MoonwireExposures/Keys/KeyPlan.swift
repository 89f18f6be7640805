/// The keys to generate, and everything that is to be reported about them.
struct KeyPlan: Sendable {
    var keys: [PlannedKey] = []
    /// Services and preferences without a key, with reasons.
    var notes: [Remark] = []
    /// What must be corrected before anything is generated.
    var faults: [Remark] = []
    /// How many faults the scripts have that do not concern keys.
    var scriptFaultCount = 0

    /// Leaves out keys, or all keys of a type, that do not compile, with the messages of the compiler.
    mutating func leaveOut(_ messages: [MemberName: String]) {
        var left: [PlannedKey] = []
        for key in keys {
            guard let message = messages[key.extended] ?? messages[key.member] else {
                left.append(key)
                continue
            }
            notes.append(Remark(Wording.noKey(key.kind, key.id, .compiler(key.type.text, message)), at: key.location))
        }
        keys = left
        notes.sort()
    }
}

/// A key to generate.
struct PlannedKey: Sendable {
    let kind: DeclaredKey.Kind
    let id: String
    let name: KeyName
    let type: KeyTypeText
    let access: AccessLevel
    let location: SourceLocation?
    let documentation: [String]
    let deprecation: String?

    /// The extended type: `ServiceKey<Car>`.
    var extendedType: String { "\(kind.extended)<\(type.text)>" }

    /// The extension, by which messages about it are found.
    var extended: MemberName { MemberName(type: extendedType, member: "") }
    /// The key itself.
    var member: MemberName { MemberName(type: extendedType, member: name.identifier) }
}
