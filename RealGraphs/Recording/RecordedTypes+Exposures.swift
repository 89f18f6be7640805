import Moonwire

extension RecordedTypes {
    /// An exposure of ``Recorder`` for each type: no type needs a class of its own.
    func exposures() -> [Exposure] { types.sorted { $0.key < $1.key }.map { Self.exposure($0, $1) } }

    private static func exposure(_ name: String, _ members: Members) -> Exposure {
        Exposure(Recorder.self, named: name) {
            for labels in members.initializers.sorted(by: { ($0.count, "\($0)") < ($1.count, "\($1)") }) {
                Initializer(arguments: labels.map { ExposedArgument($0) }) { (values: [RecordedValue]) in
                    Recorder(.initializer(name), labels, values)
                }
            }
            for (method, labels) in members.methods.sorted(by: { $0.key < $1.key }) {
                Method(method, arguments: optional(labels)) { (recorder: Recorder, values: [RecordedValue]) in
                    recorder.note(method, values)
                }
            }
            for (method, labels) in members.factories.sorted(by: { $0.key < $1.key }) {
                Method(method, arguments: optional(labels)) { (owner: Recorder, values: [RecordedValue]) in
                    Recorder(.method(of: owner, method), labels, values)
                }
            }
            for (method, labels) in members.staticFactories.sorted(by: { $0.key < $1.key }) {
                StaticMethod(method, arguments: optional(labels)) { (values: [RecordedValue]) in
                    Recorder(.staticMethod(of: name, method), labels, values)
                }
            }
            for property in members.properties.sorted() {
                Property(property, get: { (_: Recorder) in RecordedValue.null }, set: { $0.set(property, $1) })
            }
            for method in members.configurators.sorted() {
                Method(method, arguments: ["instance"]) { (owner: Recorder, instances: [RecordedValue]) in
                    guard case .object(let instance)? = instances.first else { return }
                    instance.note(Recorder.Configuration(owner: owner, method: method))
                }
            }
        }
    }

    private static func optional(_ labels: [String]) -> [ExposedArgument<RecordedValue>] {
        labels.map { ExposedArgument($0, default: .missing) }
    }
}
