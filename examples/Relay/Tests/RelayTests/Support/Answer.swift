import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The answer of a server, as a client sees it.
struct Answer: Sendable {
    let status: Int
    let body: String
    let headers: [String: String]

    static func to(
        _ method: String, _ url: String, _ headers: [String: String] = [:], _ body: String? = nil
    ) async throws -> Answer {
        var request = URLRequest(url: URL(string: url) ?? URL(filePath: "/"))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let fields = response.allHeaderFields.map { ("\($0)".lowercased(), "\($1)") }
        return Answer(
            status: response.statusCode, body: String(decoding: data, as: UTF8.self),
            headers: Dictionary(fields, uniquingKeysWith: { $1 }))
    }
}
