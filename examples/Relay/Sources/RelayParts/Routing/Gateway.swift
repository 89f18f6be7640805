import Moonwire

/// The container, for the parts of the program that open scopes in it and show its state.
///
/// The container passes the handle for itself, which does not keep it alive.
public final class Gateway: Sendable, Exposed {
    private let container: ContainerHandle
    private let log: Log

    public init(container: ContainerHandle, log: Log) {
        self.container = container
        self.log = log
    }

    public static let exposure = Exposure(
        Gateway.self,
        documentation: "The container, for the parts of the program that open scopes in it and show its state."
    ) {
        Initializer("container", "log", body: Gateway.init)
    }

    /// Answers a request with the services of a scope of its own, in the wiring that is current when the request arrives.
    func answer(_ request: Request) async -> Response {
        do {
            return try await container().withScope("request") {
                $0.supply(request.answered(inGeneration: $0.generation), for: .request)
            } operation: {
                try await container().resolve(.exchange).answer()
            }
        } catch {
            let subject = LogSubject(generation: log.generation ?? 0, scope: "request", request: request.id)
            log.report("the request cannot be answered: \(error)", about: subject)
            // Clients need not know what cannot be built.
            return .refusal(503, "the server cannot answer now; its log says why")
        }
    }

    /// The current wiring, and whether it is that of the files.
    func wiring() throws -> ServingWiring { ServingWiring(try container()) }

    /// The last reload, adopted or refused; nil if there is none since the start.
    func lastReload() throws -> ReloadRecord? { try container().reloadLog.last }

    /// The outcomes of all reloads from now on.
    func reloads() throws -> Updates<ReloadOutcome> { try container().reloads() }

    /// The generations in use, oldest first.
    func generations() throws -> [LiveGeneration] { try container().generations }

    func health() async throws -> HealthReport { try await container().health(within: .seconds(5)) }

    func preferences() throws -> Preferences { try container().preferences }
}
