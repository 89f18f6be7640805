extension ExposurePlan {
    /// Leaves out members whose generated code does not compile, with the messages of the compiler.
    mutating func leaveOut(_ messages: [MemberName: String]) {
        exposures = exposures.map { exposure in
            var exposure = leaving(messages, outOf: exposure)
            exposure.subclasses = exposure.subclasses.map { leaving(messages, outOf: $0) }
            return exposure
        }
        notes += listedTypes.compactMap { type in
            messages[.listed(type)].map { Remark(Wording.notListed(type, $0), at: nil) }
        }
        listedTypes.removeAll { messages[.listed($0)] != nil }
        notes.sort()
        faults.sort()
    }

    private mutating func leaving(_ messages: [MemberName: String], outOf exposure: PlannedExposure) -> PlannedExposure
    {
        func remark(_ name: MemberName, _ declaration: Declaration) -> Remark? {
            messages[name].map { Remark(Wording.doesNotCompile(name.description, $0), at: declaration.location) }
        }
        notes += exposure.initializers.compactMap { remark(exposure.name($0), $0.function.declaration) }
        notes += exposure.provided.compactMap { remark(exposure.name(provided: $0), exposure.type.declaration) }
        notes += exposure.slots.compactMap { remark(exposure.name($0), $0.property.declaration) }
        // A member that the comment of the type lists must be exposed.
        faults += exposure.methods.compactMap { remark(exposure.name($0), $0.function.declaration) }
        faults += exposure.properties.compactMap { remark(exposure.name($0), $0.declaration) }
        var result = exposure
        result.initializers = exposure.initializers.filter { messages[exposure.name($0)] == nil }
        result.slots = exposure.slots.filter { messages[exposure.name($0)] == nil }
        result.provided = exposure.provided.filter { messages[exposure.name(provided: $0)] == nil }
        return result
    }
}
