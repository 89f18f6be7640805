import Foundation
import MoonwireRedis
import Testing

@testable import RelayParts

/// Preferences on a Redis server, which several gateways share.
@Suite(.timeLimit(.minutes(5))) struct SharedPreferenceTests {
    @Test(.enabled(if: DebianPackage.has("redis-server"), "redis-server is not on this machine"))
    func aPreferenceThatOneGatewaySetsIsThatOfAll() async throws {
        let folder = Folder()
        let server = try Program(
            URL(filePath: "/usr/bin/env"),
            ["redis-server", "--port", "0", "--unixsocket", folder.path + "/redis.sock", "--save", ""], in: folder)
        try await wait { FileManager.default.fileExists(atPath: folder.path + "/redis.sock") }
        let variables = Folder.variables.merging(["RELAY_REDIS": "unix://\(folder.path)/redis.sock"]) { $1 }
        try await withGateway(variables: variables) { first in
            try await withGateway(variables: variables) { second in
                #expect(try await first.operate("PUT", "/preferences/Delivery.perSecond", "7.5").status == 200)
                try await wait {
                    try await second.operate("GET", "/preferences").body.contains(#""Delivery.perSecond":7.5"#)
                }
                server.signal(SIGKILL)
                try await server.end()
                // The last known value serves, and the log says so.
                try await wait { second.log.contains("redis.sock") }
                #expect(try await second.operate("GET", "/preferences").body.contains(#""Delivery.perSecond":7.5"#))
                #expect(try await second.operate("PUT", "/preferences/Delivery.perSecond", "8.5").status == 503)
            }
        }
    }

    @Test func theAddressOfTheServerIsChecked() throws {
        #expect(
            try ["redis://10.0.0.5", "redis://:secret@cache:6380/2", "unix:///run/redis/redis.sock"].map {
                try PreferenceServer($0).server
            } == [
                RedisServer(host: "10.0.0.5"), RedisServer(host: "cache", port: 6380, password: "secret", database: 2),
                RedisServer(socket: "/run/redis/redis.sock"),
            ])
        for text in [
            "10.0.0.5", "redis://", "redis://cache/a", "http://cache", "unix://run/redis.sock", "redis://a?b=c",
        ] {
            let error = #expect(throws: PreferenceServer.Invalid.self) { try PreferenceServer(text) }
            #expect(
                error?.description == """
                    the variable RELAY_REDIS is not the address of a Redis server
                        write redis://HOST, redis://:PASSWORD@HOST:PORT/DATABASE, or unix:///PATH
                    """)
        }
    }

    @Test func aServerThatIsAwayEndsTheStart() async throws {
        let folder = Folder()
        let variables = Folder.variables.merging(["RELAY_REDIS": "unix://\(folder.path)/none.sock"]) { $1 }
        let program = try Program(["--script", folder.path + "/container.lua"], in: folder, variables)
        try await program.end()
        #expect(program.status == 1)
        #expect(program.output.contains("\(folder.path)/none.sock"), "\(program.output)")
    }
}
