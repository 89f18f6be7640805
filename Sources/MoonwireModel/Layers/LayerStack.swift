/// The layers of a wiring, lowest first.
package struct LayerStack: Sendable {
    package let all: [Layer]
    /// Classes with slots that the application creates itself.
    package let owners: [RegisteredOwner]
    /// The budget of functions that run while the wiring is checked, and while hooks receive its definitions.
    package let functionTime: FunctionTime

    init(_ layers: [Layer]) {
        all = layers
        owners = layers.flatMap(\.owners)
        functionTime = FunctionTime(layers)
    }
}
