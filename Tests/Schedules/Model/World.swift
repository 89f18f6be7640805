import MoonwireCore
import MoonwireSupport
import MoonwireValues

/// A container whose source a seed edits, and its history: the revisions, and those that were adopted.
final class World: @unchecked Sendable {  // One thread of a schedule runs at a time, and only it uses the fields.
    /// Whether the calling task is inside an override, the only generation that a supply then changes.
    @TaskLocal static var isOverriding = false

    let blueprint: Blueprint
    let book: Book
    /// Runs a body on another thread and waits for it.
    let elsewhere: (@escaping @Sendable () -> Void) -> Void
    var random: SeededRandom
    var container: Container?
    /// Every revision that the source has had, in order.
    private(set) var revisions: [Revision]
    /// The files of the source, if they are watched.
    let files: WatchedFiles?
    /// The hooks of a watched container.
    var hooks: [Hook] = []
    /// By thread, the lowest of the services that it builds, or for which it was started: only lower ones cannot wait for it.
    var bounds: [Int: Int] = [:]
    /// Whether the thread is stopping an instance.
    var isStopping: [Int: Bool] = [:]
    /// The threads that others have started and wait for.
    var isHelping: Set<Int> = []
    /// The number of threads and tasks that use the container.
    var users = 0
    /// At least this revision has been adopted.
    private(set) var adopted = 0
    /// By thread, the revision that it read last.
    private var read: [Int: Int] = [:]
    /// The parameters that the application has set.
    private(set) var settings: Set<Int> = []
    var supplies = Supplies()
    var kept: [ServiceResolver] = []
    /// Whether factories only build: they neither fail nor edit.
    var isCalm = false
    private var definitions: [[Int]: Definition] = [:]
    /// The events, in order; nil if they are not requested.
    private(set) var log: [String]?

    /// Creates a world; `files` is nil for a source without files.
    init(
        seed: UInt64, _ kind: ModelSchedule.Kind, isDecorated: Bool, files: WatchedFiles? = nil, log: [String]?,
        elsewhere: @escaping (@escaping @Sendable () -> Void) -> Void
    ) throws {
        blueprint = Blueprint(seed: seed, isDecorated: isDecorated)
        book = Book(blueprint)
        random = SeededRandom(seed &+ 1)
        self.files = files
        self.elsewhere = elsewhere
        self.log = log
        revisions = files == nil ? [Revision(blueprint)] : []
        if files == nil { container = try freshContainer() }
        if kind.hasStops { book.didStop = { [weak self] in try self?.stop($0) } }
    }

    /// Records an event of the calling thread, if requested.
    func note(_ event: @autoclosure () -> String) {
        if log != nil { log?.append("thread \(thread): \(event())") }
    }

    var latest: Int { revisions.count - 1 }
    var faults: [String] { book.faults }

    /// A container with the current contents of the source.
    func freshContainer() throws -> Container {
        try Container(
            source: Source(world: self), types: TypeRegistry([Part.self, Book.self]),
            variables: EnvironmentVariables { _ in nil }, slowWait: .seconds(5))
    }

    func append(_ revision: Revision) { revisions.append(revision) }

    func edit() throws {
        if let files { return try edit(files) }
        var next = revisions[latest]
        next.isBroken = false
        revisions.append(next.edited(&random))
        note("revision \(latest) is \(revisions[latest])")
    }

    /// Changes the source so that it loads.
    func mend() throws {
        guard revisions[latest].isBroken else { return }
        if let files { return try mend(files) }
        var next = revisions[latest]
        next.isBroken = false
        revisions.append(next)
    }

    /// Reads the source for the calling thread.
    fileprivate func nextReading() throws -> Reading {
        if let files {
            let (revision, records) = try files.read(blueprint, thread: thread)
            note("reads \(revision)")
            var layer = layer(of: revision)
            addHooks(to: &layer)
            return Reading(layers: [layer], files: records)
        }
        read[thread] = latest
        return Reading(layers: [layer(of: revisions[latest])])
    }

    /// The revision that the calling thread has read last.
    var lastRead: Int { read[thread] ?? 0 }

    /// What the calling thread has read last.
    var reading: (revision: Int?, glance: WatchedFiles.Glance?) {
        get { (read[thread], files?.glances[thread]) }
        set {
            read[thread] = newValue.revision
            files?.glances[thread] = newValue.glance
        }
    }

    /// Whether the last read of the calling thread does not load.
    var hasReadFault: Bool { files?.glances[thread]?.isBroken ?? revisions[lastRead].isBroken }

    var thread: Int { Schedule.current?.threadNumber ?? -1 }

    func adopt(_ revision: Int) {
        adopted = max(adopted, revision)
        note("revision \(revision) is adopted")
    }

    func set(_ parameter: Int) { settings.insert(parameter) }

    private func layer(of revision: Revision) -> Layer {
        var layer = Layer(name: "schedule")
        layer.definitions = blueprint.services.map { service in
            var definition = definition(of: service, version: revision.versions[service])
            if service < Blueprint.taggable, revision.hasTag[service] { definition.tags = ["tag"] }
            return definition
        }
        for service in blueprint.services {
            for number in 0..<revision.layers[service] {
                layer.decorators.append(
                    Decorator(of: Blueprint.id(service), decoratorDefinition(service, layer: number + 1)))
            }
        }
        for (number, value) in revision.values.enumerated() {
            let name = Blueprint.parameter(number)
            layer.parameters.set(name, .value(.integer(Int64(value))), origin: Origin(nil), path: [name])
        }
        if revision.isBroken {
            layer.definitions.append(
                Definition(
                    id: "broken", origin: Origin(nil), construction: .alias(of: ServiceReference("nowhere"))))
        }
        return layer
    }

    /// The definition of a version, the same each time: factories are compared by identity.
    private func definition(of service: Int, version: Int) -> Definition {
        if let known = definitions[[service, version]] { return known }
        let recipe = blueprint.recipe(of: service, version: version)
        var definition =
            recipe.isData ? dataDefinition(service, version, 0, recipe) : functionDefinition(service, version, recipe)
        definition.scope = blueprint.scopes[service]
        if blueprint.isShared(service) { definition.lifecycle.stop = .method("stop") }
        definitions[[service, version]] = definition
        return definition
    }

    private func decoratorDefinition(_ service: Int, layer: Int) -> Definition {
        var definition = dataDefinition(service, 0, layer, blueprint.decoration(of: service, layer: layer))
        definition.scope = blueprint.scope(of: service, layer: layer)
        definition.written.insert(.scope)
        definition.hasPlaceholders = true
        if definition.scope == .shared { definition.lifecycle.stop = .method("stop") }
        return definition
    }

    private func dataDefinition(
        _ service: Int, _ version: Int, _ layer: Int, _ recipe: Blueprint.DirectBuild
    ) -> Definition {
        var definition = Definition(
            id: Blueprint.id(service), origin: Origin(nil), construction: .type(TextTemplate([.text("Part")])))
        var parts: [WiredValue] = layer > 0 ? [.placeholder(.inner)] : []
        parts += recipe.steps.compactMap { step -> WiredValue? in
            if case .ask(let other) = step { .reference(ServiceReference(Blueprint.id(other))) } else { nil }
        }
        let values = recipe.parameters.map { WiredValue.parameter(ParameterReference(Blueprint.parameter($0))) }
        definition.arguments.labeled = [
            LabeledValue("book", .object(book)), LabeledValue("service", .value(.integer(Int64(service)))),
            LabeledValue("version", .value(.integer(Int64(version)))),
            LabeledValue("layer", .value(.integer(Int64(layer)))),
            LabeledValue("parts", .list(parts)), LabeledValue("values", .list(values)),
        ]
        return definition
    }

    private func functionDefinition(_ service: Int, _ version: Int, _ recipe: Blueprint.DirectBuild) -> Definition {
        var registrations = Registrations()
        registrations.register(Blueprint.id(service), as: Part.self) { [weak self] resolver in
            guard let self else { throw Refused() }
            return try build(service, version, recipe, resolver)
        }
        return registrations.beneath.definitions[0]
    }
}

/// The error of a factory of a schedule.
struct Refused: Error {}

/// Returns the current contents of the world.
private struct Source: LayerSource {
    unowned let world: World

    func read() throws -> Reading { try world.nextReading() }
}
