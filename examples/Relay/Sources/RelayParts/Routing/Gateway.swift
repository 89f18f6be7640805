import Moonwire

/// The container, for the parts of the program that open scopes in it and show its state.
///
/// The container has it as a supplied instance, and must not be kept alive by it.
public final class Gateway: Sendable, Exposed {
    private weak let container: Container?
    private let log: Log

    public init(_ container: Container, log: Log) {
        self.container = container
        self.log = log
    }

    /// Scripts refer to the gateway, and do not create it.
    public static let exposure = Exposure(Gateway.self) {}

    /// Answers a request with the services of a scope of its own, in the wiring that is current when the request arrives.
    func answer(_ request: Request) async -> Response {
        do {
            return try await current().withScope("request") {
                $0.supply(request.answered(inGeneration: $0.generation), for: .request)
            } operation: {
                try await current().resolve(.exchange).answer()
            }
        } catch {
            let subject = LogSubject(generation: log.generation ?? 0, scope: "request", request: request.id)
            log.report("the request cannot be answered: \(error)", about: subject)
            // Clients need not know what cannot be built.
            return .refusal(503, "the server cannot answer now; its log says why")
        }
    }

    /// The current wiring, and whether it is that of the files.
    func wiring() throws -> ServingWiring { ServingWiring(try current()) }

    /// The last reload, adopted or refused; nil if there is none since the start.
    func lastReload() throws -> ReloadRecord? { try current().reloadLog.last }

    /// The outcomes of all reloads from now on.
    func reloads() throws -> Updates<ReloadOutcome> { try current().reloads() }

    /// The generations in use, oldest first.
    func generations() throws -> [LiveGeneration] { try current().generations }

    func health() async throws -> HealthReport { try await current().health(within: .seconds(5)) }

    func preferences() throws -> Preferences { try current().preferences }

    private func current() throws -> Container {
        guard let container else { throw Refusal(503, "the server has ended") }
        return container
    }
}
