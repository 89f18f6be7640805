{
    "services": { "engine": { "type": "Engine" } }
}
