/// The hooks of one slot, in the order in which they run.
package struct SlotHooks: Sendable {
    let slot: SlotName
    let planned: [PlannedHook]
}
