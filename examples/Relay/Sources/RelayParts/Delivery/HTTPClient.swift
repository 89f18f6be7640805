import Foundation
import Moonwire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests to targets; follows no redirections.
///
/// - Exposes: close
public final class HTTPClient: Sendable, Exposed {
    private let session: URLSession

    init(timeout: Duration) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout / .seconds(1)
        configuration.timeoutIntervalForResource = timeout / .seconds(1)
        configuration.httpMaximumConnectionsPerHost = 64
        configuration.httpShouldSetCookies = false
        session = URLSession(configuration: configuration, delegate: Redirections(), delegateQueue: nil)
    }

    /// Ends the client after the requests in progress.
    func close() { session.finishTasksAndInvalidate() }

    /// Throws ``DeliveryFailure`` unless the answer has a status of 2xx.
    func send(_ request: URLRequest) async throws {
        let response: URLResponse
        do {
            response = try await session.data(for: request).1
        } catch {
            // A request that ends because its task is cancelled has failed for no reason of the target.
            try Task.checkCancellation()
            throw DeliveryFailure(error.localizedDescription)
        }
        guard let response = response as? HTTPURLResponse else { throw DeliveryFailure("the answer is not HTTP") }
        guard (200..<300).contains(response.statusCode) else {
            let pause = response.value(forHTTPHeaderField: "Retry-After").flatMap(Double.init)
            throw DeliveryFailure("the target answered with status \(response.statusCode)", retryAfter: pause)
        }
    }
}

/// The answer to a redirected POST would not say that the event has arrived.
private final class Redirections: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
